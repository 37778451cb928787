import { expect, test } from 'vitest'
import { isRefused } from '#domain/kernel'
import { decide, type PackCommand, type PackState } from '#domain/pack'
import { type Confirmed, foldEvents } from '../../../web/live/confirmed.ts'
import { after, id, inSetup } from '../support/pack.ts'

const TIME = '2026-11-21T09:00:00.000Z'
const PRINCIPAL = 'user:test'

function eventOf(view: PackState, command: PackCommand, revision: number) {
  const facts = decide(command, view, { now: TIME, principal: PRINCIPAL, defaultCountry: 'ZA' })
  if (isRefused(facts)) throw new Error(facts.refused)
  const [fact] = facts
  return { ...fact!, id: id(), revision, time: TIME, principal: PRINCIPAL }
}

test('of events that come once more with others only the new ones are folded', () => {
  const { view } = inSetup()
  const witness: PackCommand = { do: 'AddSignatory', signatory: id(), role: 'Witness' }
  const added = eventOf(view, witness, 11)
  const renamed = eventOf(after(view, witness), { do: 'RenamePack', name: 'Sublease' }, 12)
  const message = (...events: (typeof added)[]) =>
    ({ from: 11, to: 10 + events.length, view_digest: null, events }) as unknown as Parameters<typeof foldEvents>[1]
  const then = (confirmed: Confirmed | 'gap', next: Parameters<typeof foldEvents>[1]) => foldEvents(confirmed as Confirmed, next)
  const confirmed = { view, revision: 10, viewDigest: null }

  const atOnce = then(confirmed, message(added, renamed))
  expect(then(then(confirmed, message(added)), message(added, renamed))).toEqual(atOnce)
  expect((atOnce as Confirmed).view.steps).toHaveLength(3)
  expect((atOnce as Confirmed).view.name).toBe('Sublease')
})
