import { Readable } from 'node:stream'
import type { SignatureImage } from '#pdf/signature-image'
import type { Services } from '../services.ts'

/** Stores a picture under a key of this owner's; answers with it as it goes into a field. */
export async function storePicture(
  { files, world }: Pick<Services, 'files' | 'world'>,
  owner: string,
  { bytes, width, height }: Pick<SignatureImage, 'bytes' | 'width' | 'height'>,
) {
  const file = world.ids.next()
  await files.reserve({ key: file, pack: owner, mediaType: 'image/png' })
  const { digest } = await files.store(file, Readable.from([bytes]))
  return { method: 'uploaded', file, digest, width, height } as const
}
