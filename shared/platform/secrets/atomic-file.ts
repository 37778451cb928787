import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a small file so that a crash leaves either the whole of it or nothing of it. */
export async function writeAtomically(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const writing = `${path}.writing`
  await rm(writing, { force: true })
  const file = await open(writing, 'wx', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(writing, path)
  // The name itself is on disk only once its folder is.
  const folder = await open(dirname(path), 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}
