import { digestOf } from '#domain/kernel'
import { FileKeyTaken } from '#platform/files'
import type { Network } from '../client.ts'
import type { Ceremony } from './ceremony.ts'

/** As the commands name it that make something of it. */
export interface Uploaded {
  readonly file: string
  readonly digest: string
  readonly size: number
}

/** Somebody whose upload is refused because the disk is full tries again later, until it is there. @throws FileKeyTaken where nothing is kept for them any more */
export async function upload(
  text: string,
  { pack }: Pick<Ceremony, 'pack'>,
  { house, newId, sleep }: Network,
  mediaType = 'application/pdf',
): Promise<Uploaded> {
  const file = newId()
  await house.files.reserve({ key: file, pack, mediaType })
  const bytes = new TextEncoder().encode(text)
  while (!(await isStored())) await sleep(30_000)
  return { file, digest: digestOf(bytes), size: bytes.length }

  function isStored(): Promise<boolean> {
    const content = async function* () {
      yield bytes
    }
    return house.files.store(file, content()).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FileKeyTaken) throw error
        return false
      },
    )
  }
}
