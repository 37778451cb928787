import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Another Paraph runs on this data folder. */
export class DataFolderInUse extends Error {
  readonly pid: number
  constructor(dataDir: string, pid: number) {
    super(`Another Paraph (process ${pid}) is running on the data folder ${dataDir}. Stop it first, or set PARAPH_DATA to another folder.`)
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

export interface ProcessLock {
  release(): Promise<void>
}

/**
 * Takes the data folder for this process. A lock whose process is gone (kill -9, power cut) is taken over.
 * @param pid the process to lock for; another than our own only in tests
 * @throws DataFolderInUse
 */
export async function lockDataFolder(dataDir: string, pid = process.pid): Promise<ProcessLock> {
  const path = join(dataDir, 'paraph.lock')
  const mine = `${pid} ${await birthOf(pid)}\n`
  const draft = `${path}.${pid}`
  await writeFile(draft, mine, { mode: 0o600 })
  try {
    for (;;) {
      // A link appears whole or not at all, and only one of two rivals can make it.
      if (await succeeds(link(draft, path), 'EEXIST')) return { release: () => releaseIfMine(path, mine) }
      const found = await readIfThere(path)
      if (found === null) continue
      const holder = await holderOf(found)
      if (holder !== null) throw new DataFolderInUse(dataDir, holder)
      await moveAside(path, found, `${path}.${pid}.stale`)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/** The pid in a lock, or null where that process is gone: its number may since have been given to another program. */
async function holderOf(content: string): Promise<number | null> {
  const [pid, birth] = content.trim().split(' ')
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 0 || !isAlive(number)) return null
  const now = await birthOf(number)
  return birth && now !== 'unknown' && birth !== 'unknown' && birth !== now ? null : number
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, in the machine's own count since its boot; 'unknown' where the system does not tell. */
async function birthOf(pid: number): Promise<string> {
  const [status, boot] = await Promise.all([readIfThere(`/proc/${pid}/stat`), readIfThere('/proc/sys/kernel/random/boot_id')])
  // The program's name, in brackets, may hold spaces and brackets itself.
  const ticks = status?.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  return ticks ? `${ticks}@${boot?.trim() ?? ''}` : 'unknown'
}

/** Removes the stale lock, and only that: a rival may have replaced it by its own since we read it. */
async function moveAside(path: string, stale: string, aside: string): Promise<void> {
  if (!(await succeeds(rename(path, aside), 'ENOENT'))) return
  if ((await readIfThere(aside)) !== stale) await succeeds(link(aside, path), 'EEXIST')
  await rm(aside, { force: true })
}

async function releaseIfMine(path: string, mine: string): Promise<void> {
  if ((await readIfThere(path)) === mine) await rm(path, { force: true })
}

async function succeeds(work: Promise<void>, otherwise: string): Promise<boolean> {
  return work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === otherwise) return false
      throw error
    },
  )
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null
    throw error
  })
}
