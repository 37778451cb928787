import { expect, onTestFinished, test } from 'vitest'
import { ANCHORS_STREAM } from '#domain/anchors'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { memoryAnchorStore, startAnchoring } from '#processes/anchoring'
import { makeEvents } from '#tests/stored-events'
import { testWorld } from '#tests/world'

test('where a log was moved to another, and nothing came since, nothing is anchored a second time', async () => {
  const world = testWorld()
  const log = memoryEventLog(world)
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const store = memoryAnchorStore()
  // A page too early: all that the anchor holds follows it.
  const reachOf = async ({ number, upTo }: { readonly number: number; readonly upTo: string }) => (number === 1 ? '' : upTo)
  const anchoring = startAnchoring({ log, handler, store, outside: null, authority: null, world, everyMs: 60_000, reachOf })
  onTestFinished(() => anchoring.stop())
  await log.append('user-a', -1n, makeEvents('user-a'))
  await anchoring.now()
  await anchoring.now()
  expect((await store.trees(0, 10)).map(({ number }) => number)).toEqual([1])
  expect(await log.read(ANCHORS_STREAM, 0n, 10)).toHaveLength(1)
  await log.append('user-b', -1n, makeEvents('user-b'))
  await anchoring.now()
  expect((await store.trees(0, 10)).map(({ number }) => number)).toEqual([1, 2])
})

test('of many streams each head is under the anchor, wherever the pages end in which they are read', async () => {
  const world = testWorld()
  const log = memoryEventLog(world)
  const handler = commandHandler({ log, keys: memorySubjectKeys(world), world })
  const anchoring = startAnchoring({ log, handler, store: memoryAnchorStore(), outside: null, authority: null, world, everyMs: 60_000 })
  onTestFinished(() => anchoring.stop())
  for (let at = 0; at < 501; at++) await log.append(`user-${at}`, -1n, makeEvents(`user-${at}`))
  await anchoring.now()
  expect((await log.read(ANCHORS_STREAM, 0n, 10)).map(({ data }) => data.size)).toEqual([501])
})
