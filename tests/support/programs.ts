import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Whether a program is on the PATH. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

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
