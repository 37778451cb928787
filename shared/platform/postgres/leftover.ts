import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

export const PID_FILE = 'postmaster.pid'

/**
 * Stops a server that outlived its parent, and nobody else. After a power cut, and each time a container is started again, its
 * number may be another program's: in a container, our own. That one must get no signal, and must not keep the database from starting.
 * @param stop asks the process of that number to end, as PostgreSQL's own program does
 */
export async function stopLeftover(dataDir: string, stop: () => Promise<unknown>): Promise<void> {
  const path = join(dataDir, PID_FILE)
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  if (lines.length === 1) return
  const command = await commandOf(Number(lines[0]))
  const isAnothers = command !== null && !(basename(command[0] ?? '').startsWith('postgres') && command.includes(dataDir))
  // Under the number of its parent PostgreSQL takes the file for a stale one, and still looks whether the old server's memory is in use.
  if (isAnothers) await writeFile(path, [process.pid, ...lines.slice(1)].join('\n'))
  // Fails where nothing runs any more: PostgreSQL then recognises the stale file by itself.
  else await stop().catch(() => undefined)
}

/** What a process was started with; null where there is none of that number, or nobody says. */
async function commandOf(pid: number): Promise<readonly string[] | null> {
  const said = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (said) return said.split('\0')
  const listed = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => null)
  return listed?.stdout.trim().split(' ') ?? null
}
