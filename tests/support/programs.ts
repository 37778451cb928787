import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** A server that runs as a program of ours, on data that outlive it. */
export interface Program {
  /** kill -9 */
  kill(): Promise<void>
  /** The same again on the same data; resolves when it answers. */
  start(): Promise<void>
  restart(): Promise<void>
  /** Stands still with all its connections, as a machine does that is suspended. */
  pause(): void
  goOn(): void
  end(): Promise<void>
}

/** @param ready resolves when it answers */
export async function runProgram(file: string, args: readonly string[], ready: () => Promise<unknown>): Promise<Program> {
  let child = await started()
  async function started(): Promise<ChildProcess> {
    const begun = spawn(file, args, { stdio: 'ignore' })
    const ended = once(begun, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended by itself (${code})`)))
    ended.catch(() => undefined)
    await Promise.race([ready(), ended])
    return begun
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  async function start(): Promise<void> {
    child = await started()
  }
  return {
    kill,
    start,
    async restart() {
      await kill()
      await start()
    },
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    end: kill,
  }
}
