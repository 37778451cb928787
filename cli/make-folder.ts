import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ForPeople } from './explain.ts'

interface Making {
  /** Of those that are made. */
  readonly mode?: number
  /** What to do where it cannot be made: a sentence. */
  readonly otherwise: string
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
  ENOTDIR: 'something above it is not a folder',
}

/**
 * A folder and those above it, where they are missing. Level by level: `mkdir` with `recursive` hides why it failed, and on some file
 * systems never returns.
 * @throws ForPeople
 */
export async function makeFolder(path: string, making: Making): Promise<void> {
  const { mode = 0o755, otherwise } = making
  const failed = (error: NodeJS.ErrnoException): never => {
    throw new ForPeople(`The folder ${path} cannot be made: ${WHY[String(error.code)] ?? error.code}. ${otherwise}`)
  }
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' && dirname(path) !== path ? null : failed(error),
  )
  if (found?.isDirectory()) return
  if (found) throw new ForPeople(`${path} is not a folder. ${otherwise}`)
  await makeFolder(dirname(path), making)
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : failed(error)))
}
