import { expect, test } from 'vitest'
import type { PackEvents } from '#contract/live'
import { type Confirmed, foldEvents } from '../../../web/live/confirmed.ts'
import { withoutWhatIsThere } from '../../../web/live/orphaned-outbox.ts'
import type { KeptCall, KeptChange } from '../../../web/live/outbox.ts'
import { modelServer } from '../support/model-server.ts'
import { id, inSetup } from '../support/pack.ts'

test('of events that come once more with others only the new ones are folded', () => {
  const { view } = inSetup()
  const server = modelServer(view)
  const passedOn: PackEvents[] = []
  server.listen((message) => passedOn.push(message as PackEvents))
  for (const role of ['Witness', 'Notary']) {
    const uuid = id()
    server.handle({ id: id(), kind: 'signatory', keys: [uuid], body: { uuid, role } }, 'test')
  }
  const [first, second] = passedOn as [PackEvents, PackEvents]
  const both = { ...second, from: first.from, events: [...first.events, ...second.events] }

  const none: Confirmed = { view, revision: 0, viewDigest: null }
  const one = foldEvents(none, first) as Confirmed
  expect(foldEvents(one, both)).toEqual({ view: server.now(), revision: server.revision, viewDigest: null })
  expect(foldEvents(none, both)).toEqual(foldEvents(one, second))
  expect(server.now().steps).toHaveLength(view.steps.length + 2)
})

test('what says nothing of the digest of the view leaves it as last received: a signer completes with it', () => {
  const { view } = inSetup()
  const known: Confirmed = { view, revision: 3, viewDigest: 'told before' }
  const message = { from: 4, to: 4, events: [] }
  expect(foldEvents(known, { ...message, view_digest: null })).toMatchObject({ revision: 4, viewDigest: 'told before' })
  expect(foldEvents(known, { ...message, view_digest: 'told now' })).toMatchObject({ revision: 4, viewDigest: 'told now' })
})

test('of what a page that is gone left, what is there already needs no saving, but what may have been sent goes out again as it was', () => {
  const { view } = inSetup()
  const change = (name: string) => ({ command: { do: 'RenamePack', name }, pace: 'typing', at: 1 }) as unknown as KeptChange
  const kept = {
    changes: ['there', 'there and sent', 'not there'].map(change),
    calls: [{ id: id(), kind: 'document', keys: [], body: {}, of: [1] } as KeptCall],
  }
  const apply: Parameters<typeof withoutWhatIsThere>[2] = (state, { command }) => ({
    view: command.do === 'RenamePack' && command.name === 'not there' ? { ...state, name: command.name } : state,
    took: false,
  })
  const left = withoutWhatIsThere(kept, view, apply)
  expect(left.changes).toEqual(kept.changes.slice(1))
  expect(left.calls).toEqual([{ ...kept.calls[0], of: [0] }])
})
