import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Where a program is on the PATH; null where it is not. */
export async function onPath(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder && runs) return path
  }
  return null
}

/** A server that runs as a program of ours, on data that outlive it. */
export interface Program {
  /** kill -9, and the same again on the same data. */
  restart(): Promise<void>
  end(): Promise<void>
}

/** @param ready resolves when it answers */
export async function runProgram(file: string, args: readonly string[], ready: () => Promise<unknown>): Promise<Program> {
  let child = await start()
  async function start(): Promise<ChildProcess> {
    const started = spawn(file, args, { stdio: 'ignore' })
    const ended = once(started, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended by itself (${code})`)))
    ended.catch(() => undefined)
    await Promise.race([ready(), ended])
    return started
  }
  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    async restart() {
      await end()
      child = await start()
    },
    end,
  }
}
