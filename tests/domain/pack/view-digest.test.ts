import { describe, expect, test } from 'vitest'
import { type PackFact, viewDigest } from '#domain/pack'
import {
  asked,
  creator,
  document,
  fill,
  filledBy,
  type Given,
  happened,
  having,
  idOf,
  packSentToAllAtOnce,
  sign,
  typed,
  type World,
} from '#tests/pack'

describe('the digest of a view', () => {
  const world = filledBy(packSentToAllAtOnce('first', 'second'), 'first')
  const digest = ({ state }: World) => viewDigest(state, idOf('first'))
  const changed = (...commands: readonly Given[]) => digest(having(world, ...commands)) !== digest(world)
  const folded = (...facts: readonly PackFact[]) => digest(happened(world, facts)) !== digest(world)

  test('stays while others write, look, postpone and are asked again', () => {
    const quiet: readonly Given[] = [
      fill('second signature', 'second', typed('draft')),
      { do: 'PostponeSigning', signatory: idOf('second') },
      { do: 'GiveConsent', signatory: idOf('first'), version: '1' },
      { do: 'ResendRequest', signatory: idOf('second'), request: idOf('again') },
      { do: 'RecordOpened', user: creator },
      ({ state }) => ({
        do: 'RecordVisit',
        signatory: idOf('first'),
        visit: idOf('visit'),
        link: state.signatories[0]!.links[0]!.link,
        view: viewDigest(state, idOf('first')),
      }),
    ]
    for (const command of quiet) expect([asked(command, world).do, changed(command)]).toEqual([asked(command, world).do, false])
  })

  test('changes with the own values, with what another finished, and with a corrected name', () => {
    expect(changed(fill('first signature', 'first', typed('other')))).toBe(true)
    expect(changed({ do: 'ClearField', field: idOf('first signature'), by: idOf('first') })).toBe(true)
    expect(changed(fill('second signature', 'second', typed('s')), sign('second'))).toBe(true)
    expect(changed({ do: 'CorrectAddress', signatory: idOf('second'), name: 'New Name', request: idOf('x') })).toBe(true)
  })

  test('changes with every look of a field, with the pages and with the message', () => {
    const field = idOf('first signature')
    expect(folded({ type: 'FieldMoved', data: { field, page: 0, x: 1_000, y: 1_000 } })).toBe(true)
    expect(folded({ type: 'FieldResized', data: { field, x: 40_000, y: 20_000, width: 9_000, height: 9_000 } })).toBe(true)
    expect(folded({ type: 'FieldMadeOptional', data: { field } })).toBe(true)
    expect(folded({ type: 'FieldDescribed', data: { field, description: 'Here' } })).toBe(true)
    expect(folded({ type: 'FieldRemoved', data: { field } })).toBe(true)
    expect(folded({ type: 'MessageChanged', data: { message: 'Else' } })).toBe(true)
    expect(folded({ type: 'PackRenamed', data: { name: 'Else' } })).toBe(true)
    const file = { document, source: idOf('u2'), file: idOf('f2'), digest: 'x'.repeat(43), size: 1, repaired: false }
    expect(folded({ type: 'DocumentConverted', data: { ...file, pages: [{ width: 1_000, height: 1_000 }] } })).toBe(true)
  })
})
