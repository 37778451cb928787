import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Figure, figure, median, percentile } from '../figures.ts'
import { firstAccount, type Sender } from '../person.ts'
import { startServer } from '../server.ts'
import { startBare, startCrowd, wallClock } from './crowd.ts'

const SOCKETS = 1_000
/** Sent to everybody in one room. */
const EVENTS = 20
/** Sent to one room each, at a steady pace. */
const PACE = { perSecond: 10, seconds: 20 }
/** The size of an event as transferred. */
const MESSAGE_CHARACTERS = 300

/** 1,000 connections: all in one room, and each in a room of its own; and the same of Socket.IO with nothing behind it. */
export async function liveRooms(): Promise<readonly Figure[]> {
  const bare = await bareFigures()
  const server = await startServer()
  const crowds: ReturnType<typeof startCrowd>[] = []
  try {
    const sender = await firstAccount(server.url)
    const { workspace, user } = sender
    await server.ask({ do: 'fill', workspace, user, count: SOCKETS })
    const packs = await packsOf(sender)
    const come = async (those: readonly string[]) => {
      const crowd = startCrowd()
      crowds.push(crowd)
      const before = await server.ask({ do: 'memory' })
      await crowd.ask({ do: 'come', url: server.url, cookie: sender.headers.cookie ?? '', packs: those, count: SOCKETS })
      return { crowd, bytes: ((await server.ask({ do: 'memory' })) - before) / SOCKETS }
    }
    const name = (pack: string, words: string) =>
      sender.post<{ revision: number }>(`/app/documents/${pack}/update_document`, { data: { document_name: words } })

    const together = await come([packs[0]!])
    const inRoom: number[] = []
    for (let at = 0; at < EVENTS; at++) {
      const begun = wallClock()
      const { revision } = await name(packs[0]!, `Sent to all ${at}`)
      const times = await together.crowd.ask({ do: 'heard', of: `${packs[0]} ${revision}`, by: SOCKETS })
      inRoom.push(...times.map((time) => time - begun))
    }
    await together.crowd.stop()

    const apart = await come(packs)
    const saves: Promise<{ readonly begun: number; readonly pack: string; readonly revision: number }>[] = []
    for (let at = 0; at < PACE.perSecond * PACE.seconds; at++) {
      const pack = packs[(at * 613) % packs.length]!
      const begun = wallClock()
      saves.push(name(pack, `Sent to one ${at}`).then(({ revision }) => ({ begun, pack, revision })))
      await wait(1_000 / PACE.perSecond)
    }
    const inRooms: number[] = []
    for (const { begun, pack, revision } of await Promise.all(saves)) {
      const [time] = await apart.crowd.ask({ do: 'heard', of: `${pack} ${revision}`, by: 1 })
      inRooms.push(time! - begun)
    }
    sender.close()

    const memory = { what: 'a connection to bare Socket.IO', value: bare.bytes, unit: 'bytes' as const }
    const echo = { what: 'bare Socket.IO echo (p50)', value: median(bare.echoes), unit: 'ms' as const }
    const room = { what: 'bare Socket.IO, one message to as many (p99)', value: percentile(bare.inRoom, 0.99), unit: 'ms' as const }
    const one = { unit: 'ms' as const, samples: inRoom.length, yardstick: room }
    const many = { unit: 'ms' as const, samples: inRooms.length, yardstick: echo }
    return [
      figure({ name: 'live-room.p99', value: percentile(inRoom, 0.99), goal: atMost(250), ...one }),
      figure({ name: 'live-rooms.p50', value: median(inRooms), ...many }),
      figure({ name: 'live-rooms.p99', value: percentile(inRooms, 0.99), ...many }),
      figure({ name: 'live-room.memory', value: together.bytes, unit: 'bytes', yardstick: memory, samples: SOCKETS }),
      figure({ name: 'live-rooms.memory', value: apart.bytes, unit: 'bytes', yardstick: memory, samples: SOCKETS }),
    ]
  } finally {
    for (const crowd of crowds) await crowd.stop()
    await server.stop()
  }
}

async function bareFigures() {
  const bare = await startBare()
  const crowd = startCrowd()
  try {
    const before = await bare.memory()
    await crowd.ask({ do: 'come-bare', url: bare.url, count: SOCKETS })
    const bytes = ((await bare.memory()) - before) / SOCKETS
    const inRoom: number[] = []
    for (let at = 0; at < EVENTS; at++) {
      const begun = await bare.say(`news ${at}`, MESSAGE_CHARACTERS)
      const times = await crowd.ask({ do: 'heard', of: `news ${at}`, by: SOCKETS })
      inRoom.push(...times.map((time) => time - begun))
    }
    return { bytes, inRoom, echoes: await crowd.ask({ do: 'echo', times: 400 }) }
  } finally {
    await crowd.stop()
    await bare.stop()
  }
}

/** The keys of all documents of a workspace. */
export async function packsOf(sender: Sender): Promise<readonly string[]> {
  const keys: string[] = []
  for (let cursor: string | null = null; ; ) {
    const more: string = cursor === null ? '' : `&${new URLSearchParams({ cursor })}`
    const page: { documents: readonly { key: string }[]; cursor: string | null } = await sender.get(
      `/app/documents?document_status=all&limit=200${more}`,
    )
    keys.push(...page.documents.map(({ key }) => key))
    cursor = page.cursor
    if (cursor === null) return keys
  }
}
