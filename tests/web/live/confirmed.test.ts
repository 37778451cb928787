import { expect, test } from 'vitest'
import type { PackEvents } from '#contract/live'
import { type Confirmed, foldEvents } from '../../../web/live/confirmed.ts'
import { modelServer } from '../support/model-server.ts'
import { id, inSetup } from '../support/pack.ts'

test('of events that come once more with others only the new ones are folded', () => {
  const { view } = inSetup()
  const server = modelServer(view)
  const told: PackEvents[] = []
  server.listen((message) => told.push(message as PackEvents))
  for (const role of ['Witness', 'Notary']) {
    const uuid = id()
    server.handle({ id: id(), kind: 'signatory', keys: [uuid], body: { uuid, role } }, 'test')
  }
  const [first, second] = told as [PackEvents, PackEvents]
  const both = { ...second, from: first.from, events: [...first.events, ...second.events] }

  const none: Confirmed = { view, revision: 0, viewDigest: null }
  const one = foldEvents(none, first) as Confirmed
  expect(foldEvents(one, both)).toEqual({ view: server.now(), revision: server.revision, viewDigest: null })
  expect(foldEvents(none, both)).toEqual(foldEvents(one, second))
  expect(server.now().steps).toHaveLength(view.steps.length + 2)
})
