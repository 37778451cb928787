import { io, type Socket } from 'socket.io-client'
import { LIVE, type PackEvents } from '#contract/live'
import { reconnectByItself } from '../../../web/live/reconnect.ts'
import type { CrowdAsk, CrowdReply } from './crowd.ts'

// Many connections and their pushes. They come back as the page does.
const AT_ONCE = 50
const PATIENCE_MS = 60_000
/** A server that has just started may not answer everybody at once. */
const AGAIN_MS = 1_000
const wallClock = () => performance.timeOrigin + performance.now()

const sockets: Socket[] = []
/** When each connection received which push. */
const receivedAt = new Map<string, number[]>()
/** When each was last let in. */
const entered: number[] = []
let news = Promise.withResolvers<void>()

process.on('disconnect', () => process.exit(0))
process.on('message', (ask: CrowdAsk) => {
  const tell = (reply: CrowdReply) => process.send?.(reply)
  answer(ask).then(
    (times) => tell({ id: ask.id, times }),
    (error: unknown) => tell({ id: ask.id, error: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer(ask: CrowdAsk): Promise<readonly number[]> {
  switch (ask.do) {
    case 'come':
      return come(ask.count, (at) => watching(ask.url, ask.cookie, ask.packs[at % ask.packs.length]!, at))
    case 'come-bare':
      return come(ask.count, () => bare(ask.url))
    case 'heard':
      await until(() => (receivedAt.get(ask.of)?.length ?? 0) >= ask.by)
      return receivedAt.get(ask.of)!
    case 'back':
      await until(() => sockets.every((_, at) => entered[at]! > ask.after))
      return [Math.max(...entered)]
    case 'echo':
      return echoes(sockets[0]!, ask.times)
  }
}

async function come(count: number, open: (at: number) => Promise<void>): Promise<readonly number[]> {
  let next = 0
  const begun = wallClock()
  const some = async () => {
    for (let at = next++; at < count; at = next++) await open(at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, some))
  return [wallClock() - begun]
}

async function watching(url: string, cookie: string, pack: string, at: number): Promise<void> {
  const socket = io(url, { path: LIVE.path, transports: ['websocket'], forceNew: true, extraHeaders: { cookie, origin: url } })
  sockets[at] = socket
  reconnectByItself(socket)
  let revision = -1
  socket.on(LIVE.packEvents, ({ document_key, to }: PackEvents) => {
    revision = Math.max(revision, to)
    note(`${document_key} ${to}`)
  })
  socket.on(LIVE.packFresh, (message: { revision: number }) => {
    revision = Math.max(revision, message.revision)
  })
  const inside = Promise.withResolvers<void>()
  const enter = () => {
    const asked = socket.timeout(PATIENCE_MS).emitWithAck('watch_pack', { document_key: pack, revision }) as Promise<{ success: boolean }>
    asked.then(
      ({ success }) => {
        if (!success) return void setTimeout(enter, AGAIN_MS * (0.5 + Math.random()))
        entered[at] = wallClock()
        inside.resolve()
        wake()
      },
      // Cut off while it asked: it comes again.
      () => undefined,
    )
  }
  socket.on('connect', enter)
  await inside.promise
}

async function bare(url: string): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  socket.on('news', ({ name }: { name: string }) => note(name))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
}

async function echoes(socket: Socket, times: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < times; at++) {
    const begun = performance.now()
    await socket.emitWithAck('echo', 'x'.repeat(200))
    took.push(performance.now() - begun)
  }
  return took
}

function note(what: string): void {
  const times = receivedAt.get(what) ?? []
  receivedAt.set(what, times)
  times.push(wallClock())
  wake()
}
function wake(): void {
  news.resolve()
  news = Promise.withResolvers<void>()
}
async function until(holds: () => boolean): Promise<void> {
  const late = wallClock() + PATIENCE_MS
  while (!holds()) {
    const left = late - wallClock()
    if (left <= 0) throw new Error('not all connections received it in time')
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([
      news.promise,
      new Promise((resolve) => {
        timer = setTimeout(resolve, left)
      }),
    ])
    clearTimeout(timer)
  }
}
