import dns from 'node:dns/promises'
import { connect, createServer, type Server } from 'node:net'
import { EventStoreDBClient, START } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import { type EventLog, eventStoreDbEventLog, isLogAway, NO_EVENTS, OutcomeUnknown } from '#platform/event-log'
import { type EventStoreDbCluster, eventStoreDbCluster } from '#tests/eventstoredb-double/cluster'
import type { EventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { patience } from '#tests/patience'
import { freshStream, makeEvents } from '#tests/stored-events'
import { collect, readStream, surely } from './event-log.ts'

const world = liveWorld()
const within = { timeout: 60_000, interval: 5 }
const long = process.env.LONG_TESTS === '1'
let cluster: EventStoreDbCluster
const closing: (() => Promise<unknown>)[] = []

const { ms: PATIENCE, timers, lose: losePatience } = patience()

/** What the whole program would end at. */
const floating: unknown[] = []
const float = (error: unknown) => void floating.push(error)

beforeEach(async () => {
  cluster = await eventStoreDbCluster()
  process.on('unhandledRejection', float)
})
afterEach(async () => {
  for (const node of cluster.nodes) node.line.thaw()
  losePatience()
  await Promise.all(closing.splice(0).map((close) => close()))
  await cluster.close()
  await new Promise((later) => setTimeout(later, 20))
  process.off('unhandledRejection', float)
  expect(floating.splice(0)).toEqual([])
})

function open(url = cluster.url): EventLog {
  const log = eventStoreDbEventLog({ url, ...world, timers, patienceMs: PATIENCE, pollMs: 50 })
  closing.push(() => log.close())
  return log
}
function fresh(count = 1): [string, readonly StoredEvent[]] {
  const stream = freshStream()
  return [stream, makeEvents(stream, { count })]
}
const othersThan = (node: EventStoreDbDouble) => cluster.nodes.filter((other) => other !== node)
/** Asked again until there is an answer: until then, whatever is said is that the log is away. */
async function patiently<T>(question: () => Promise<T>): Promise<T> {
  const strange: unknown[] = []
  const asked = () =>
    question().catch((error: unknown) => {
      if (!isLogAway(error)) strange.push(error)
      throw error
    })
  const answer = await vi.waitFor(asked, within)
  expect(strange).toEqual([])
  return answer
}

const FALLS: Record<string, (leader: EventStoreDbDouble) => Promise<() => unknown>> = {
  'is killed': async (leader) => {
    await leader.kill()
    return () => leader.start()
  },
  'does not answer any more': async (leader) => {
    leader.line.freeze()
    return () => leader.line.thaw()
  },
  'leads no more and goes on as a follower': async () => () => undefined,
}
for (const [how, fall] of Object.entries(FALLS)) {
  test(`the leader ${how}: acknowledged events are kept, others are written once, and subscribers miss nothing`, async () => {
    const log = open()
    const [kept, keptEvents] = fresh(2)
    await log.append(kept, NO_EVENTS, keptEvents)
    const follower = collect(log)
    await vi.waitFor(() => expect(follower.seen).toHaveLength(2), within)
    const impatient = setInterval(losePatience, 300)
    closing.unshift(async () => clearInterval(impatient))

    for (let round = 0; round < 3; round++) {
      const old = cluster.leader!
      const begun = Array.from({ length: 8 }, () => fresh())
      const sent = begun.map(([stream, events]) => surely(log, stream, NO_EVENTS, events, Number.POSITIVE_INFINITY))
      const comeBack = await fall(old)
      const asked = patiently(() => readStream(log, kept))
      // Missed only after a while, and nobody leads before the others have agreed.
      for (const state of ['FOLLOWER', 'UNKNOWN'] as const) {
        cluster.depose(state)
        await new Promise((later) => setTimeout(later, 30))
      }
      cluster.elect(othersThan(old)[round % 2]!, { loseUnacknowledged: true })
      expect((await Promise.all(sent)).map(({ revision }) => revision)).toEqual(begun.map(() => 0n))
      await comeBack()
      expect(await asked).toEqual(keptEvents)
      await vi.waitFor(() => expect(follower.seen).toHaveLength(2 + 8 * (round + 1)), within)
    }
    expect(follower.seen.map(({ event }) => event.id)).toEqual(cluster.store.all.map(({ id }) => id))
    expect(new Set(cluster.store.all.map(({ id }) => id)).size).toBe(26)
  })
}

for (const state of ['FOLLOWER', 'UNKNOWN'] as const) {
  test(`while nobody leads, and the nodes call themselves ${state.toLowerCase()}, the log is away; once one does, it serves`, async () => {
    const log = open(`${cluster.url}&maxDiscoverAttempts=1`)
    const [stream, events] = fresh(2)
    await log.append(stream, NO_EVENTS, events.slice(0, 1))
    cluster.depose(state)
    const mustBeAway = async () => {
      await expect(log.read(stream, 0n, 10)).rejects.toSatisfy(isLogAway)
      await expect(log.head()).rejects.toSatisfy(isLogAway)
      await expect(log.remove(freshStream())).rejects.toSatisfy(isLogAway)
      await expect(log.append(stream, 0n, events.slice(1))).rejects.toBeInstanceOf(OutcomeUnknown)
    }
    await mustBeAway()
    await cluster.nodes[0]!.kill()
    await mustBeAway()
    cluster.elect(cluster.nodes[2]!)
    expect(await surely(log, stream, 0n, events.slice(1))).toMatchObject({ revision: 1n })
    expect(await patiently(() => readStream(log, stream))).toEqual(events)
  })
}

test('a follower that is asked first says who leads, and is asked nothing more', async () => {
  const log = open(`${cluster.url}&nodePreference=follower`)
  const [stream, events] = fresh()
  await expect(log.read(stream, 0n, 1)).rejects.toSatisfy(isLogAway)
  expect(await log.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
  expect(await readStream(log, stream)).toEqual(events)
  const other = open(`${cluster.url}&nodePreference=follower`)
  await expect(other.append(stream, 0n, makeEvents(stream, { after: events[0] }))).rejects.toBeInstanceOf(OutcomeUnknown)
})

test('a node that is cut off from the others is not asked again and again', async () => {
  const log = open()
  const [stream, events] = fresh()
  await log.append(stream, NO_EVENTS, events)
  cluster.isolate(cluster.nodes[0]!)
  cluster.elect(cluster.nodes[1]!)
  expect(await patiently(() => readStream(log, stream))).toEqual(events)
})

test('all nodes go and come back: until then the log is away, and nothing is missed', async () => {
  const log = open(`${cluster.url}&maxDiscoverAttempts=1`)
  const follower = collect(log)
  const [stream, events] = fresh(2)
  await log.append(stream, NO_EVENTS, events.slice(0, 1))
  await Promise.all(cluster.nodes.map((node) => node.kill()))
  await expect(log.read(stream, 0n, 10)).rejects.toSatisfy(isLogAway)
  await expect(log.append(stream, 0n, events.slice(1))).rejects.toBeInstanceOf(OutcomeUnknown)
  await Promise.all(cluster.nodes.map((node) => node.start()))
  await surely(log, stream, 0n, events.slice(1), Number.POSITIVE_INFINITY)
  await vi.waitFor(() => expect(follower.seen.map(({ event }) => event)).toEqual(events), within)
})

test('of several nodes that esdb+discover names any may be down, the first too', async () => {
  const [first, second] = cluster.nodes
  await first!.kill()
  cluster.elect(second!)
  const log = open(cluster.url.replace(/^esdb/, 'esdb+discover'))
  const [stream, events] = fresh()
  expect(await surely(log, stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
})

/** As a resolver answers for one name of several machines: the same port on each of three addresses leads to a node each. */
async function oneName(): Promise<{ readonly url: string; readonly doors: readonly Server[] }> {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const doors: Server[] = []
  let port = 0
  for (const [at, address] of addresses.entries()) {
    const door = createServer((near) => {
      const far = connect(cluster.nodes[at]!.port, '127.0.0.1')
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    await new Promise<void>((listening) => door.listen(port, address, listening))
    port = (door.address() as { port: number }).port
    closing.push(async () => void door.close())
    doors.push(door)
  }
  const known = vi.spyOn(dns, 'lookup').mockImplementation((async (name: string) => {
    if (name !== 'nodes.test') throw new Error(name)
    return addresses.map((address) => ({ address, family: 4 }))
  }) as never)
  closing.push(async () => known.mockRestore())
  return { url: `esdb+discover://nodes.test:${port}?tls=false`, doors }
}

test('of the nodes that one DNS name stands for any may be down, or not answer', async () => {
  const { url, doors } = await oneName()
  const [first, second, third] = cluster.nodes
  await first!.kill()
  doors[0]!.close()
  cluster.elect(third!)
  const log = open(url)
  const [stream, events] = fresh()
  expect(await surely(log, stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
  second!.line.freeze()
  expect(await readStream(open(url), stream)).toEqual(events)
  await third!.kill()
  second!.line.thaw()
  cluster.elect(second!)
  expect(await patiently(() => readStream(log, stream))).toEqual(events)
})

test('a node that does not answer keeps nobody from the others for as long as is waited for all of them', async () => {
  const [first, ...others] = cluster.nodes
  cluster.elect(others[0]!)
  first!.line.freeze()
  // Which node is asked first is left to chance.
  const logs = Array.from({ length: 12 }, () => eventStoreDbEventLog({ url: cluster.url, ...world }))
  closing.push(...logs.map((log) => () => log.close()))
  expect(await Promise.all(logs.map((log) => log.head()))).toEqual(logs.map(() => ''))
})

test('a log is closed at once, also while its client looks for a node that answers', async () => {
  const log = open()
  const follower = collect(log)
  await vi.waitFor(() => expect(cluster.leader!.subscriptions()).toBe(1), within)
  for (const { line } of cluster.nodes) {
    line.freeze()
    line.cut()
  }
  const begun = () => cluster.nodes.reduce((sum, { line }) => sum + line.begun(), 0)
  const asked = await log.read('any', 0n, 1).catch((error: unknown) => error)
  expect(asked).toSatisfy(isLogAway)
  const before = begun()
  await vi.waitFor(() => expect(begun()).toBeGreaterThan(before), within)
  const impatient = setInterval(losePatience, 20)
  await log.close()
  clearInterval(impatient)
  await follower.stop()
})

test('that no node is found while another call fails on a line that is given up is nobody’s end', async () => {
  const [old, next] = cluster.nodes
  const client = EventStoreDBClient.connectionString(`${cluster.url}&maxDiscoverAttempts=3`)
  closing.push(() => client.dispose())
  const read = async () => {
    for await (const _ of client.readAll({ maxCount: 1, requiresLeader: true })) return
  }
  const confirmed = Promise.withResolvers<void>()
  const broken = Promise.withResolvers<void>()
  client
    .subscribeToAll({ fromPosition: START })
    .on('confirmation', confirmed.resolve)
    .on('error', () => broken.resolve())
  await confirmed.promise
  cluster.elect(next!)
  await expect(read()).rejects.toMatchObject({ type: 'not-leader' })
  await read()
  await next!.kill()
  await expect(read()).rejects.toMatchObject({ type: 'unavailable' })
  cluster.depose('UNKNOWN')
  const looking = read()
  old!.line.cut()
  await broken.promise
  await expect(looking).rejects.toThrow('Failed to discover')
})

/** What befalls a cluster, one thing after the other; each ends with somebody leading and all nodes there. */
const TROUBLES: readonly ((leader: EventStoreDbDouble, rest: (most: number) => Promise<void>) => Promise<void>)[] = [
  async () => {
    for (const { line } of cluster.nodes) if (Math.random() < 0.5) line.cut()
  },
  async (leader, rest) => {
    const [one, other] = othersThan(leader)
    const killed = Math.random() < 0.5
    if (killed) await leader.kill()
    else leader.line.freeze()
    await rest(1_000)
    cluster.depose(Math.random() < 0.5 ? 'FOLLOWER' : 'UNKNOWN')
    await rest(2_000)
    cluster.elect(Math.random() < 0.5 ? one! : other!, { loseUnacknowledged: true })
    await rest(2_000)
    if (killed) await leader.start()
    else leader.line.thaw()
  },
  async (leader, rest) => {
    const [one] = othersThan(leader)
    one!.line.freeze()
    await rest(2_000)
    one!.line.thaw()
  },
  async (leader, rest) => {
    cluster.isolate(leader)
    cluster.elect(othersThan(leader)[0]!, { loseUnacknowledged: true })
    await rest(1_500)
    cluster.isolate(null)
  },
  async (_, rest) => {
    for (const node of cluster.nodes) await node.kill()
    await rest(2_000)
    for (const node of cluster.nodes) await node.start()
  },
]

test.runIf(long)(
  'whatever befalls three nodes: nothing is lost or done twice, readers miss nothing, and what fails is held by somebody',
  async () => {
    const log = eventStoreDbEventLog({ url: cluster.url, ...world, patienceMs: 1_000, pollMs: 200 })
    closing.push(() => log.close())
    const followers = [collect(log), collect(log)]
    const strange: unknown[] = []
    const written: string[] = []
    let over = false
    const rest = (most: number) => new Promise<void>((later) => setTimeout(later, Math.random() * most))
    const askers = Array.from({ length: 12 }, async (_, at) => {
      // Some append so much at once that it waits for the line.
      const [together, length] = at % 3 ? [1, 100] : [10, 50_000]
      while (!over) {
        const begun = Array.from({ length: together }, async () => {
          const stream = freshStream()
          const events = makeEvents(stream, { data: { text: 'a'.repeat(length) } })
          await surely(log, stream, NO_EVENTS, events, Number.POSITIVE_INFINITY)
          written.push(events[0]!.id)
        })
        await Promise.all(begun)
        await log.head().catch((error: unknown) => isLogAway(error) || strange.push(error))
        await rest(100)
      }
    })
    const until = performance.now() + 25_000
    while (performance.now() < until) {
      await rest(1_000)
      await TROUBLES[Math.floor(Math.random() * TROUBLES.length)]!(cluster.leader!, rest)
    }
    over = true
    await Promise.all(askers)
    const kept = cluster.store.all.map(({ id }) => id)
    expect(kept.toSorted()).toEqual(written.toSorted())
    for (const { seen } of followers) {
      await vi.waitFor(() => expect(seen).toHaveLength(kept.length), within)
      expect(seen.map(({ event }) => event.id)).toEqual(kept)
    }
    expect(strange).toEqual([])
  },
  120_000,
)
