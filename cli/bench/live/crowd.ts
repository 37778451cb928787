import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the process that holds the connections is asked to do. Times are of the one wall clock, with fractions of a millisecond. */
export type CrowdOrder =
  | {
      readonly do: 'come'
      readonly url: string
      readonly cookie: string
      /** One connection each watches one of these, in turn. */
      readonly packs: readonly string[]
      readonly count: number
    }
  | { readonly do: 'come-bare'; readonly url: string; readonly count: number }
  /** When each of so many connections received this. */
  | { readonly do: 'heard'; readonly of: string; readonly by: number }
  /** When the last of all was back since. */
  | { readonly do: 'back'; readonly after: number }
  /** How long each of so many messages took to the server and back on one bare connection. */
  | { readonly do: 'echo'; readonly times: number }
export type CrowdAsk = CrowdOrder & { readonly id: number }
export type CrowdReply = { readonly id: number; readonly times: readonly number[] } | { readonly id: number; readonly error: string }

/** So many connections, in a process of their own: what measures must not take turns with them. */
export interface Crowd {
  ask(order: CrowdOrder): Promise<readonly number[]>
  stop(): Promise<void>
}

const MEMBERS = fileURLToPath(new URL('./crowd-process.ts', import.meta.url))
export const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
export const wallClock = () => performance.timeOrigin + performance.now()

export function startCrowd(): Crowd {
  const child = forked(MEMBERS)
  const asked = answering<readonly number[]>(child, (reply: CrowdReply) =>
    'error' in reply ? { id: reply.id, error: reply.error } : { id: reply.id, value: reply.times },
  )
  return { ask: (order) => asked(order), stop: () => ended(child) }
}

/** Socket.IO with nothing behind it, in a process of its own: the least that a live message can cost here. */
export async function startBare() {
  const child = forked(BARE)
  const asked = answering<number>(child, (reply: { id: number; value: number }) => reply)
  const port = await asked({ do: 'listen' })
  return {
    url: `http://127.0.0.1:${port}`,
    /** Says it to everybody in the room; answers when. */
    say: (name: string, characters: number) => asked({ do: 'say', name, characters }),
    /** Bytes that its data take, once all that is not needed is thrown away. */
    memory: () => asked({ do: 'memory' }),
    stop: () => ended(child),
  }
}

const forked = (path: string) => fork(path, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })

type Answered<T> = { readonly id: number; readonly value: T } | { readonly id: number; readonly error: string }

function answering<T>(child: ChildProcess, read: (reply: never) => Answered<T>) {
  const waiting = new Map<number, PromiseWithResolvers<T>>()
  let last = 0
  child.on('message', (reply) => {
    const answer = read(reply as never)
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asker?.reject(new Error(answer.error))
    else asker?.resolve(answer.value)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`a process of the bench ended by itself (${code})`))
  })
  return (order: object): Promise<T> => {
    const asked = Promise.withResolvers<T>()
    last += 1
    waiting.set(last, asked)
    child.send({ ...order, id: last })
    return asked.promise
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  if (child.connected) child.disconnect()
  await gone
}
