import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Gone, MakeBody } from './body.ts'
import { environment } from './environment.ts'
import type { Reply, Up } from './protocol.ts'

/** A third of what V8 keeps for new objects, full or not. */
const SEMI_MB = 8

/** How V8 ends a process whose heap is full, and how the watch in it does. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

/**
 * A process of its own, for what strangers send: a thread whose heap is full at the wrong moment takes the whole program
 * with it, and no limit can be set on what WebAssembly or a native library does in one.
 */
export const processBody: MakeBody = (memoryMb, { onUp, onReply, onGone }) => {
  const child = fork(fileURLToPath(new URL('./worker-process.ts', import.meta.url)), [], {
    execArgv: ['--no-warnings', `--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${SEMI_MB}`],
    env: environment(),
    // What libraries print about a file is nobody's business.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const gone = once(child, 'exit').catch(() => undefined)
  let usedMb: number | null = null
  child.on('message', (reply: Reply | Up) => {
    if (reply.kind === 'up') return onUp()
    if (reply.kind === 'done') usedMb = reply.usedMb ?? null
    onReply(reply)
  })
  child.on('error', (error: NodeJS.ErrnoException) => onGone('ended', `the process ended with ${error.code ?? error.name}`))
  child.on('exit', (code, signal) => onGone(howGone(code, signal), `the process ended with ${signal ?? code}`))
  const hold = (held: boolean) => {
    const does = held ? 'ref' : 'unref'
    child[does]()
    child.channel?.[does]()
  }
  hold(false)
  return {
    post: (request) => void child.send(request, (error) => error && onGone('killed', 'the process could not be reached')),
    hold,
    usedMb: async () => usedMb,
    async end() {
      // Waited for: nothing of it is left once this is done.
      hold(true)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) await gone
    },
  }
}

function howGone(code: number | null, signal: string | null): Gone {
  if (OUT_OF_MEMORY.includes(signal) || code === 134) return 'out-of-memory'
  return signal === 'SIGKILL' ? 'killed' : 'ended'
}
