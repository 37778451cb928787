import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { derivedUuid } from '#domain/kernel'
import {
  MOST_PICTURE_BYTES,
  type PictureRead,
  type PictureRequest,
  packedImage,
  pictureLater,
  type Pictures as Reader,
  type SignatureImage,
  type SignatureImageFailure,
} from '#pdf/signature-image'
import { type Gate, throughGate } from '../edge/gate.ts'
import { type Problem, problem } from '../edge/problem.ts'
import type { Services } from '../services.ts'
import { ANY_KIND, refusedUpload } from './attachable.ts'
import type { UploadOwner } from './uploads.ts'

/** What reads pictures, and where work is taken only while there is a place, by session. */
export interface PictureReading {
  readonly pictures: Reader
  readonly pictureGate: Gate
}
type Store = Pick<Services, 'files' | 'world'> & Pick<PictureReading, 'pictures'>

/** Stores a picture under a key of this owner's; answers with it as it goes into a field. */
export async function storePicture(
  { files, world }: Pick<Store, 'files' | 'world'>,
  { pack, upload }: UploadOwner,
  { bytes, width, height }: Pick<SignatureImage, 'bytes' | 'width' | 'height'>,
  file = world.ids.next(),
) {
  await files.reserve({ key: file, pack, mediaType: 'image/png', upload: { ...upload, mostBytes: bytes.length } })
  const { digest } = await files.store(file, Readable.from([bytes]))
  return { method: 'uploaded', file, digest, width, height } as const
}
type Picture = Awaited<ReturnType<typeof storePicture>>

/** An upload that is to become a picture, and whose it is. */
interface Uploaded {
  readonly key: string
  readonly owner: UploadOwner
  /** It is removed afterwards: never anything that a document consists of. */
  readonly isUsed: boolean
}
/** How it becomes one, and why not, in words. */
interface PictureKind {
  readonly kind: PictureRequest['kind']
  readonly words: Readonly<Record<SignatureImageFailure, string>>
}
/** The ink of a signature without its paper: instead of the whole picture, where there is any, or with it. */
type Ink = 'instead' | 'beside' | null
interface Pictures {
  /** The whole one, or the ink that stands instead of it. */
  readonly picture: Picture
  readonly ink: Picture | null
}

/**
 * Writes an upload again as a picture, and removes the upload. Asked again after a lost answer, it answers
 * with the picture made then, or why there is none.
 */
export async function picturesOf(
  store: Store,
  upload: Uploaded,
  { kind, words }: PictureKind,
  wanted: Ink = null,
): Promise<Pictures | Problem> {
  const { files } = store
  const { key, owner } = upload
  const found = await files.find(key)
  if (found === null) return madeBefore(store, upload)
  if (found.pack !== owner.pack || found.mediaType !== ANY_KIND || upload.isUsed) return problem('not-found')
  if (found.refused !== null) return refusedUpload(found.refused)
  if (found.digest === null || found.size === null) return problem('not-uploaded')
  if (found.size > MOST_PICTURE_BYTES) {
    await files.refuse(key, words['too-large'])
    return refusedUpload(words['too-large'])
  }
  const load = async () => {
    const content = await files.open(key)
    if (!content) throw new TakenAway()
    return buffer(content.stream)
  }
  const read = await store.pictures.read(pictureLater(found.size, load, { kind, withInk: wanted !== null })).catch((error: unknown) => {
    if (error instanceof TakenAway) return null
    throw error
  })
  if (read === null) {
    // The first of two attempts at once may have taken it away since.
    const why = (await files.find(key, 'settled'))?.refused
    return why ? refusedUpload(why) : madeBefore(store, upload)
  }
  if (!read.ok) {
    await files.refuse(key, words[read.reason])
    return refusedUpload(words[read.reason])
  }
  const made = await storeAll(store, upload, read, wanted)
  // Last: anything that is cut off before it begins again.
  await files.remove(key)
  return made
}

class TakenAway extends Error {}

const OTHERS_FIRST = 'Other pictures are being read. Please wait a moment.'

/** What reads pictures, where there is a place for this session. */
export async function readingPictures<T>(
  { pictureGate }: Pick<PictureReading, 'pictureGate'>,
  session: string,
  read: () => Promise<T>,
): Promise<T | Problem> {
  return (await throughGate(pictureGate, session, read)) ?? problem('too-many-requests', { message: OTHERS_FIRST })
}

type Part = 'whole' | 'ink'
const keyOf = ({ key, owner }: Uploaded, part: Part) => derivedUuid(JSON.stringify(['picture', owner.pack, key, part]))

async function storeAll(store: Store, upload: Uploaded, { whole, ink }: PictureRead, wanted: Ink): Promise<Pictures> {
  const stored = (of: SignatureImage, part: Part) => storePicture(store, upload.owner, of, keyOf(upload, part))
  const alone = ink && (await stored(ink, 'ink'))
  return { picture: alone && wanted === 'instead' ? alone : await stored(whole, 'whole'), ink: alone }
}

async function madeBefore({ files }: Store, upload: Uploaded): Promise<Pictures | Problem> {
  async function stored(part: Part): Promise<Picture | null> {
    const file = keyOf(upload, part)
    const content = await files.open(file)
    if (!content?.file.digest) return null
    const { width, height } = await packedImage(await buffer(content.stream))
    return { method: 'uploaded', file, digest: content.file.digest, width, height }
  }
  const [whole, ink] = await Promise.all([stored('whole'), stored('ink')])
  const picture = whole ?? ink
  return picture ? { picture, ink } : problem('not-found')
}
