import { io, type Socket } from 'socket.io-client'
import { LIVE, type PackEvents } from '#contract/live'
import { atMost, type Figure, figure, median, percentile } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount, person, type Sender, signerOf } from './person.ts'
import { newId, type Prepared, sentDocument } from './prepare.ts'
import { timesOf } from './rounds.ts'
import { startServer } from './server.ts'

const SAVES = 400
const WARM = 60

/** A signer saves a field, the sender's other screen hears of it: from the call to the socket's message. */
export async function saveToOtherScreen(): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const fields = Array.from({ length: 20 }, (_, at) => ({ uuid: newId(), type: 'text', page: 0, ...placeOf(at) }))
    const made = await sentDocument(sender, 'live', await paper(1), fields)
    const signer = await signerOf(server.url, made.link, made.pack, made.signatory)
    const nobody = person(server.url)
    const watcher = await watch(server.url, sender, made)
    const saves: number[] = []
    const bare: number[] = []
    for (let at = 0; at < SAVES + WARM; at++) {
      const begun = performance.now()
      const { revision } = await signer.post<{ revision: number }>(`/app/documents/${made.pack}/add_update_data_field`, {
        data: [{ uuid: fields[at % fields.length]!.uuid, data: `value ${at}` }],
      })
      const received = await watcher.receivedAt(revision)
      if (at >= WARM) saves.push(received - begun)
      // During each save, so that any other load of the machine is in both.
      const [trip] = await timesOf(1, () => nobody.ask('GET', '/app/session'))
      if (at >= WARM) bare.push(trip!)
    }
    watcher.close()
    for (const { close } of [signer, sender, nobody]) close()
    const yardstick = { what: 'bare HTTP round trip (p50)', value: median(bare), unit: 'ms' as const }
    const common = { unit: 'ms' as const, yardstick, samples: saves.length }
    return [
      figure({ name: 'save-to-other-screen.p50', value: median(saves), goal: atMost(25), ...common }),
      figure({ name: 'save-to-other-screen.p99', value: percentile(saves, 0.99), goal: atMost(100), ...common }),
    ]
  } finally {
    await server.stop()
  }
}

const placeOf = (at: number) => ({ x: 60 + (at % 4) * 120, y: 60 + Math.floor(at / 4) * 40, width: 100, height: 20 })

/** The sender's screen: when the events up to a revision had arrived. */
export async function watch(url: string, sender: Sender, { pack }: Pick<Prepared, 'pack'>) {
  const socket: Socket = io(url, {
    path: LIVE.path,
    transports: ['websocket'],
    extraHeaders: { cookie: sender.headers.cookie ?? '', origin: url },
  })
  const arrived: { readonly to: number; readonly at: number; readonly message: PackEvents }[] = []
  let news = Promise.withResolvers<void>()
  socket.on(LIVE.packEvents, (message: PackEvents) => {
    arrived.push({ to: message.to, at: performance.now(), message })
    news.resolve()
    news = Promise.withResolvers<void>()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const { revision } = await sender.get<{ revision: number }>(`/app/documents/${pack}/view`)
  const joined = (await socket.timeout(10_000).emitWithAck('watch_pack', { document_key: pack, revision })) as { success: boolean }
  if (!joined.success) throw new Error('the live connection was refused')

  /** The first message for which it holds. */
  async function first(holds: (message: PackEvents) => boolean) {
    for (let from = 0; ; ) {
      const next = news.promise
      for (; from < arrived.length; from++) if (holds(arrived[from]!.message)) return arrived[from]!
      await next
    }
  }
  return {
    receivedAt: async (revision: number) => (await first(({ to }) => to >= revision)).at,
    first: async (holds: (message: PackEvents) => boolean) => (await first(holds)).message,
    close: () => socket.close(),
  }
}
