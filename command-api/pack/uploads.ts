import type { KeptValue } from '#domain/user'
import { MOST_PICTURE_BYTES } from '#pdf/signature-image'
import type { Upload } from '#platform/files'
import { type Account, actorOf, type Signer, type TeamCaller } from '../edge/caller.ts'
import { type Problem, refusalAsProblem } from '../edge/problem.ts'
import type { Services } from '../services.ts'
import { filesOwner } from './kept-signatures.ts'
import { LINK_REFUSALS } from './links.ts'
import type { PackAccess } from './packs.ts'

/** The owner of an upload: everything that comes by one signing link is counted together. */
export const uploaderOf = (caller: TeamCaller | Signer) => (caller.as === 'signer' ? `link:${caller.link}` : actorOf(caller).principal)

/** Of a document, or an account holder's own. */
export interface UploadOwner {
  readonly pack: string
  readonly upload: Omit<Upload, 'mostBytes'>
}
/** To a document. Who has finished signing adds nothing to it any more. */
export function uploadTo({
  pack,
  caller,
  state,
  finished,
}: Pick<PackAccess, 'pack' | 'caller' | 'state' | 'finished'>): UploadOwner | Problem {
  if (finished) return refusalAsProblem({ refused: 'already-signed' }, LINK_REFUSALS)
  return { pack, upload: { by: uploaderOf(caller), workspace: state.workspace } }
}

/** To a document that is about to be made. */
export const uploadToNew = (caller: TeamCaller, pack: string, workspace: string): UploadOwner => ({
  pack,
  upload: { by: uploaderOf(caller), workspace },
})

/** Of pictures that an account holder keeps for the next time. */
export const ownUpload = (caller: Account): UploadOwner => ({
  pack: filesOwner(caller.user),
  upload: { by: uploaderOf(caller), workspace: null },
})

interface Announced {
  readonly mediaType: string
  /** What it is to become: a picture is small. */
  readonly as: 'picture' | 'file'
  /** In megabytes, where the client says so before it sends them. */
  readonly size?: number | undefined
}

/** An address to PUT the bytes to, where there is room for them. @throws QuotaReached, TooLarge */
export async function announceUpload(
  { files, world, config }: Pick<Services, 'files' | 'world' | 'config'>,
  { pack, upload }: UploadOwner,
  { mediaType, as, size = 0 }: Announced,
): Promise<{ readonly url: string; readonly file_key: string }> {
  const file_key = world.ids.next()
  const mostBytes = as === 'picture' ? Math.min(MOST_PICTURE_BYTES, config.maxUploadBytes) : config.maxUploadBytes
  // Megabytes of either kind, rounded by the client.
  const bytes = Math.floor((size * 1_000_000) / 1.05)
  await files.reserve({ key: file_key, pack, mediaType, upload: { ...upload, mostBytes } }, bytes)
  return { url: `/app/uploads/${file_key}`, file_key }
}

/** As it goes into a field: a picture comes along, under a key of the document, and stays when its owner forgets it. */
export async function asValueIn(
  { files, world }: Pick<Services, 'files' | 'world'>,
  { pack, upload }: UploadOwner,
  value: KeptValue,
): Promise<KeptValue> {
  if (value.method !== 'uploaded') return value
  const key = world.ids.next()
  await files.share({ key, pack, upload: { ...upload, mostBytes: MOST_PICTURE_BYTES } }, value.file)
  return { ...value, file: key }
}
