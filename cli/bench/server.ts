import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Ask = { readonly id: number } & (
  | { readonly do: 'fill'; readonly workspace: string; readonly user: string; readonly count: number; readonly from?: number }
  | { readonly do: 'rebuild'; readonly name: 'list' | 'audit-trail' }
  | { readonly do: 'read-log' }
  | { readonly do: 'memory' }
  | { readonly do: 'guard' }
  | { readonly do: 'end' }
)
type Order = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never
export type BenchReply =
  | { readonly ready: { readonly url: string; readonly databaseUrl: string } }
  | { readonly id: number; readonly value: number }
  | { readonly id: number; readonly error: string }

export interface BenchServer {
  readonly url: string
  readonly databaseUrl: string
  /** Has something done where only the server can do it. */
  ask(order: Order): Promise<number>
  /** Kills it, and starts it again at the same address; answers once it serves. */
  killAndRestart(): Promise<void>
  /** Ends it in order and starts it again at the same address; answers how long the start took, in milliseconds. */
  restart(): Promise<number>
  stop(): Promise<void>
}

const SERVED = fileURLToPath(new URL('./served.ts', import.meta.url))

export const newFolder = () => mkdtemp(join(tmpdir(), 'paraph-bench-'))
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

export interface ServerOptions {
  /** Of several servers on data that they share, each leaves it there. */
  readonly folder?: string
  /** As the environment has them: DATABASE_URL, PARAPH_ROLES, EVENTSTOREDB_URL. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A private server on data of its own, in a process of its own. */
export async function startServer({ folder: shared, settings = {} }: ServerOptions = {}): Promise<BenchServer> {
  const folder = shared ?? (await newFolder())
  const mine = shared ? null : folder
  const launched = (port: number) => launch(folder, mine, port, settings)
  let running = await launched(0)
  // The name may stand for ::1 first; the server listens on the other.
  const at = new URL(running.url)
  at.hostname = '127.0.0.1'
  return {
    url: at.origin,
    // The built-in database may be at another address after each start.
    get databaseUrl() {
      return running.databaseUrl
    },
    ask: (order) => running.ask(order),
    async killAndRestart() {
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
      running = await launched(Number(at.port))
    },
    async restart() {
      const gone = once(running.child, 'exit')
      await running.ask({ do: 'end' })
      await gone
      const begun = performance.now()
      running = await launched(Number(at.port))
      return performance.now() - begun
    },
    stop: () => ended(running.child, mine),
  }
}

async function launch(folder: string, mine: string | null, port: number, settings: Readonly<Record<string, string>>) {
  const child = fork(SERVED, [folder, String(port), mine === null ? 'shared' : 'mine', JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const waiting = new Map<number, { resolve(value: number): void; reject(error: Error): void }>()
  const ready = Promise.withResolvers<{ url: string; databaseUrl: string }>()
  child.on('message', (reply: BenchReply) => {
    if ('ready' in reply) return ready.resolve(reply.ready)
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) asker?.reject(new Error(reply.error))
    else asker?.resolve(reply.value)
  })
  child.on('exit', (code) => {
    const gone = new Error(`the server under test ended by itself (${code})`)
    ready.reject(gone)
    for (const { reject } of waiting.values()) reject(gone)
  })
  try {
    const { url, databaseUrl } = await ready.promise
    let last = 0
    return {
      child,
      url,
      databaseUrl,
      ask(order: Order) {
        const asked = Promise.withResolvers<number>()
        last += 1
        waiting.set(last, asked)
        child.send({ ...order, id: last })
        return asked.promise
      },
    }
  } catch (error) {
    await ended(child, mine)
    throw error
  }
}

async function ended(child: ChildProcess, folder: string | null): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    if (child.connected) child.disconnect()
    await gone
  }
  if (folder !== null) await removeFolder(folder)
}
