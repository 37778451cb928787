import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Holder {
  readonly pid: number
  /** It gives the folder back in a moment: waiting helps. */
  readonly briefly: boolean
}

/** Another Paraph runs on this data folder. */
export class DataFolderInUse extends Error {
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    const how = holder.briefly ? '' : ', with its built-in database'
    super(
      `Another Paraph (process ${holder.pid}) is running on the data folder ${dataDir}${how}. Stop it first, or set PARAPH_DATA to another folder.`,
    )
    this.name = 'DataFolderInUse'
    this.holder = holder
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
export const lockDataFolder = (dataDir: string, pid = process.pid): Promise<ProcessLock> => lock(dataDir, pid, '')

/** The same for work of a moment: other processes that want the folder may wait for it. */
export const lockBriefly = (dataDir: string, pid = process.pid): Promise<ProcessLock> => lock(dataDir, pid, BRIEFLY)

/**
 * For who needs the folder, but not alone.
 * @throws DataFolderInUse where another has it for as long as it runs
 */
export async function refuseInUse(dataDir: string): Promise<void> {
  const found = await readIfThere(lockIn(dataDir))
  const holder = found === null ? null : await holderOf(found)
  if (holder !== null && !holder.briefly) throw new DataFolderInUse(dataDir, holder)
}

const lockIn = (dataDir: string) => join(dataDir, 'paraph.lock')
const BRIEFLY = ' briefly'

async function lock(dataDir: string, pid: number, how: '' | typeof BRIEFLY): Promise<ProcessLock> {
  const path = lockIn(dataDir)
  const mine = `${pid} ${await birthOf(pid)}${how}\n`
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

/** Null where the lock is ours now, else who is alive and holds it. */
async function take(path: string, draft: string): Promise<Holder | null> {
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

/** Who is named in a lock, or null where that process is gone: its number may since have been given to another program. */
async function holderOf(content: string): Promise<Holder | null> {
  const [pid, birth] = content.trim().split(' ')
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 0 || !isAlive(number)) return null
  const now = await birthOf(number)
  const other = birth && now !== 'unknown' && birth !== 'unknown' && birth !== now
  return other ? null : { pid: number, briefly: content.trimEnd().endsWith(BRIEFLY) }
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
