import { expect, test } from 'vitest'
import { hashOfEvent, type StoredEvent } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import {
  CopyDiffers,
  type CopyPlace,
  compareLogs,
  copyLog,
  type EventLog,
  eventStoreDbEventLog,
  memoryEventLog,
  NO_EVENTS,
} from '#platform/event-log'
import { eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { makeEvents } from '#tests/stored-events'

const world = liveWorld()
const isWhole = (event: StoredEvent, after: { revision: number; hash: string } | undefined) => verifyChain([event], after).length === 0
const removedBy = ({ type, data }: StoredEvent) => (type === 'Removed' ? String(data.stream) : null)
const pause = async () => undefined

/** Three histories whose events take turns, and one that was taken out for good. */
async function filled(turns: number): Promise<EventLog> {
  const log = memoryEventLog(world)
  const names = ['pack-one', 'pack-two', 'workspace-w']
  const streams = names.map((name) => makeEvents(name, { count: turns * 2 }))
  for (let turn = 0; turn < turns; turn++) {
    for (const [at, name] of names.entries()) {
      await log.append(name, BigInt(turn * 2) - 1n, streams[at]!.slice(turn * 2, turn * 2 + 2))
    }
  }
  await log.append('pack-gone', NO_EVENTS, makeEvents('pack-gone', { count: 3 }))
  await log.remove('pack-gone')
  const last = streams[2]!.at(-1)
  await log.append(
    'workspace-w',
    BigInt(last!.revision),
    makeEvents('workspace-w', { after: last, type: 'Removed', data: { stream: 'pack-gone' } }),
  )
  return log
}

test('a copy that is broken off goes on where it stood, and holds the same events in the same order', async () => {
  const double = await eventStoreDbDouble()
  const to = eventStoreDbEventLog({ url: double.url, ...world })
  try {
    const from = await filled(250)
    const places: CopyPlace[] = []
    // Killed when the first page was copied and its place not yet kept; then, later, between two pages.
    const broken = copyLog({ from, to, begin: null, reached: () => Promise.reject(new Error('killed')), removedBy, pause })
    await expect(broken).rejects.toThrow('killed')
    const again = async (place: CopyPlace) => {
      places.push(place)
      if (places.length === 2) throw new Error('killed again')
    }
    await expect(copyLog({ from, to, begin: null, reached: again, removedBy, pause })).rejects.toThrow('killed again')
    let appends = 0
    double.fateOf = () => (++appends % 20 === 0 ? 'cut-after' : 'answer')
    const end = await copyLog({ from, to, begin: places.at(-1)!, reached: async (place) => void places.push(place), removedBy, pause })
    double.fateOf = () => 'answer'
    expect(end.events).toBe(1_501)
    expect(await compareLogs(from, to, isWhole)).toEqual({ events: 1_501, streams: 3 })
    await expect(to.append('pack-gone', NO_EVENTS, makeEvents('pack-gone'))).rejects.toThrow('removed for good')
  } finally {
    await to.close()
    await double.close()
  }
}, 60_000)

test('what came after is copied back, and into a copy that was broken off, also where it goes on in the history in which the copy ended', async () => {
  const double = await eventStoreDbDouble()
  const there = eventStoreDbEventLog({ url: double.url, ...world })
  try {
    const here = memoryEventLog(world)
    const events = makeEvents('anchors', { count: 5 })
    const [copied, kept] = [{ begin: null, removedBy, pause }, { reached: async () => undefined }]
    await here.append('anchors', NO_EVENTS, events.slice(0, 3))
    await copyLog({ from: here, to: there, ...copied, ...kept })
    await there.append('anchors', 2n, events.slice(3, 4))
    await copyLog({ from: there, to: here, ...copied, ...kept })
    expect(await compareLogs(there, here, isWhole)).toEqual({ events: 4, streams: 1 })
    await here.append('anchors', 3n, events.slice(4))
    await copyLog({ from: here, to: there, ...copied, ...kept })
    expect(await compareLogs(here, there, isWhole)).toEqual({ events: 5, streams: 1 })
  } finally {
    await there.close()
    await double.close()
  }
}, 60_000)

test('a copy that goes on a page too far is found: by a history that does not follow, else by the comparison', async () => {
  // As where the new log was put back to an older copy of itself: of the second page only its place is left.
  const skipping = async (from: EventLog) => {
    const to = memoryEventLog(world)
    const places: CopyPlace[] = []
    const killed = async (place: CopyPlace) => {
      places.push(place)
      throw new Error('killed')
    }
    await expect(copyLog({ from, to, begin: null, reached: killed, removedBy, pause })).rejects.toThrow('killed')
    const { position, events } = await from.readAll(places[0]!.source, places[0]!.events)
    const begin = { ...places[0]!, source: position, events: places[0]!.events + events.length }
    await copyLog({ from, to, begin, reached: async () => undefined, removedBy, pause })
    await compareLogs(from, to, isWhole)
  }
  const short = memoryEventLog(world)
  for (let at = 0; at < 1_200; at++) await short.append(`pack-${at}`, NO_EVENTS, makeEvents(`pack-${at}`))
  for (const [from, says] of [
    [short, 'event 0 of pack-500 stands where the other has event 0 of pack-1000'],
    [await filled(250), 'does not follow what is in the new log'],
  ] as const) {
    const found = await skipping(from).catch((error: unknown) => error)
    expect(found).toBeInstanceOf(CopyDiffers)
    expect(String(found)).toContain(says)
  }
})

test('comparing finds whatever is not the same: changed, missing, added, out of order, or wrong in both', async () => {
  const from = await filled(4)
  const copy = async (change: (events: StoredEvent[]) => readonly StoredEvent[]) => {
    const { events } = await from.readAll('', 1_000)
    const changed = change(events.map(({ event }) => event))
    // Read as a log is; nothing else of it is asked.
    return { readAll: async () => ({ events: changed.map((event, at) => ({ event, position: String(at) })), position: '', atEnd: true }) }
  }
  const differs = async (change: (events: StoredEvent[]) => readonly StoredEvent[]) =>
    expect(compareLogs(from, await copy(change), isWhole)).rejects.toThrow(CopyDiffers)
  expect(await compareLogs(from, await copy((events) => events), isWhole)).toMatchObject({ events: 25 })
  await differs((events) => events.slice(0, -1))
  await differs((events) => [...events, ...makeEvents('pack-new')])
  await differs((events) => events.toSpliced(3, 1))
  await differs((events) => events.toSpliced(2, 2, events[3]!, events[2]!))
  await differs((events) => events.with(5, { ...events[5]!, data: { at: 'changed' } }))
  // Whole in itself, and another: only what both say of it tells.
  await differs((events) => {
    const other = { ...events.at(-1)!, data: { stream: 'pack-other' } }
    return events.with(-1, { ...other, hash: hashOfEvent(other) })
  })
  const bad = await copy((events) => events.with(5, { ...events[5]!, data: { at: 'changed' } }))
  await expect(compareLogs(bad, bad, isWhole)).rejects.toThrow('does not fit into its chain')
})
