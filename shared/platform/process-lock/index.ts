import { link, readFile, rm, writeFile } from 'node:fs/promises'
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
    const holder = await take(path, draft)
    if (holder !== null) throw new DataFolderInUse(dataDir, holder)
    return { release: () => releaseIfMine(path, mine) }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Null where the lock is ours now, else the living process that holds it. */
async function take(path: string, draft: string): Promise<number | null> {
  for (;;) {
    // A link appears whole or not at all, and only one of two rivals can make it.
    if (await succeeds(link(draft, path), 'EEXIST')) return null
    const found = await readIfThere(path)
    if (found === null) continue
    const holder = await holderOf(found)
    if (holder !== null) return holder
    await removeStale(path, found, draft)
  }
}

/**
 * Removes a lock whose process is gone. One at a time, under a lock of its own: between reading and removing, a rival
 * could otherwise have put its fresh lock there, and two would hold the folder. A crash in here leaves a stale lock of
 * that second kind, which is removed in the same way.
 */
async function removeStale(path: string, stale: string, draft: string): Promise<void> {
  const turn = `${path}.takeover`
  if ((await take(turn, draft)) !== null) return
  try {
    if ((await readIfThere(path)) === stale) await rm(path, { force: true })
  } finally {
    await rm(turn, { force: true })
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
