import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Bytes that are resident, as Linux counts them: what several processes share counts in each. */
export interface Resident {
  /** The program itself, with its threads. */
  readonly server: number
  /** Processes that it started for files. */
  readonly workers: number
  /** PostgreSQL, where the program brought it along. Its processes share most of what they hold. */
  readonly database: number
}

/** What a program holds now, and the processes that it started. */
export async function residentOf(pid: number): Promise<Resident> {
  const all = await processes()
  const found = { server: 0, workers: 0, database: 0 }
  const add = async (one: number) => {
    const command = await readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')
    const bytes = await memoryOf(one, 'VmRSS').catch(() => 0)
    found[one === pid ? 'server' : command.includes('postgres') ? 'database' : 'workers'] += bytes
    await Promise.all(all.filter(({ parent }) => parent === one).map((child) => add(child.pid)))
  }
  await add(pid)
  return found
}

/** `VmHWM`: the most that it ever held. */
export async function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (status === null) throw new Error('only a system with /proc says how much a process holds')
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return Number(kilobytes ?? 0) * 1024
}

const LOOK_MS = 250
const STEADY_LOOKS = 12
const STEADY_BYTES = 4 * 1_048_576

/** What it holds once that grows no more: after a start threads still warm up. */
export async function settledResident(pid: number): Promise<Resident> {
  let most = await residentOf(pid)
  for (let steady = 0; steady < STEADY_LOOKS; steady++) {
    await wait(LOOK_MS)
    const now = await residentOf(pid)
    if (totalOf(now) > totalOf(most) + STEADY_BYTES) steady = 0
    if (totalOf(now) > totalOf(most)) most = now
  }
  return most
}

/** Without PostgreSQL, which most installations of some size have elsewhere. */
export const totalOf = ({ server, workers }: Resident) => server + workers

async function processes(): Promise<readonly { readonly pid: number; readonly parent: number }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  // A program's name, in brackets, may hold anything.
  return pids.map((pid, at) => ({ pid, parent: Number(stats[at]!.slice(stats[at]!.lastIndexOf(')') + 2).split(' ')[1] ?? 0) }))
}
