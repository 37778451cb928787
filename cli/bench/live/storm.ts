import { setTimeout as wait } from 'node:timers/promises'
import { HEADERS } from '#contract/envelope'
import { atMost, type Figure, figure } from '../figures.ts'
import { firstAccount, type Person } from '../person.ts'
import { startServer } from '../server.ts'
import { startBare, startCrowd, wallClock } from './crowd.ts'
import { packsOf } from './rooms.ts'

const SOCKETS = 1_000
const SAVES = 200
/** As the page goes on trying: doubled each time. */
const AGAIN = { first: 500, most: 15_000 }

/** The server dies with 1,000 connections and starts again: until the last is back, and the outcome of saves made meanwhile. */
export async function liveStorm(): Promise<readonly Figure[]> {
  const first = await firstTime()
  const server = await startServer()
  const crowd = startCrowd()
  try {
    const sender = await firstAccount(server.url)
    const { workspace, user } = sender
    await server.ask({ do: 'fill', workspace, user, count: SOCKETS })
    const packs = await packsOf(sender)
    await crowd.ask({ do: 'come', url: server.url, cookie: sender.headers.cookie ?? '', packs, count: SOCKETS })
    const died = wallClock()
    const restarting = server.killAndRestart()
    const saves = Array.from({ length: SAVES }, (_, at) => saved(sender, packs[at % packs.length]!, `Saved over a restart ${at}`))
    await restarting
    const there = wallClock()
    const [back] = await crowd.ask({ do: 'back', after: died })
    const lost = (await Promise.all(saves)).filter((was) => !was).length
    sender.close()
    return [
      figure({
        name: 'live-storm.back',
        value: back! - there,
        unit: 'ms',
        goal: atMost(10_000),
        yardstick: { what: 'as many connections to bare Socket.IO, opened at once', value: first, unit: 'ms' },
        samples: SOCKETS,
      }),
      figure({ name: 'live-storm.failed', value: lost, unit: 'saves', goal: atMost(0), samples: SAVES }),
    ]
  } finally {
    await crowd.stop()
    await server.stop()
  }
}

/** One save, sent again under the same key until it is answered; false: it was refused. */
async function saved(sender: Person, pack: string, name: string): Promise<boolean> {
  const body = JSON.stringify({ data: { document_name: name } })
  const headers = { 'content-type': 'application/json', [HEADERS.idempotencyKey]: crypto.randomUUID() }
  for (let failures = 0; ; failures++) {
    const status = await sender.ask('POST', `/app/documents/${pack}/update_document`, body, headers).then(
      (answer) => answer.status,
      () => 503,
    )
    if (status === 200) return true
    if (status < 500 && status !== 429) return false
    await wait(Math.min(AGAIN.most, AGAIN.first * 2 ** failures))
  }
}

async function firstTime(): Promise<number> {
  const bare = await startBare()
  const crowd = startCrowd()
  try {
    const [took] = await crowd.ask({ do: 'come-bare', url: bare.url, count: SOCKETS })
    return took!
  } finally {
    await crowd.stop()
    await bare.stop()
  }
}
