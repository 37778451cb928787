import { describe, expect, test } from 'vitest'
import { type CommandName, type PackCommand, pack, staleRefusal, viewFor } from '#domain/pack'
import { creator, fill, type Given, having, idOf, link, packInSetup, packSentToAllAtOnce, place, signedBy, type World } from '#tests/pack'

/** What a decision that somebody took in `world` meets after these commands of others. */
function meanwhile(world: World, decision: CommandName, ...others: readonly Given[]) {
  const seen = world.events.length - 1
  return staleRefusal(having(world, ...others).state, decision, seen)
}
const conflict = (...at: readonly string[]) => ({ refused: 'revision-changed', at })

describe('requesting signatures', () => {
  const world = having(packInSetup('first'), place('own', 'text', 'self'), fill('own', 'self', 'before'))
  const signatory = idOf('first')
  const field = idOf('first signature')

  test('is stopped by whatever changed in what is sent', () => {
    const changes: readonly (readonly [string, PackCommand])[] = [
      ['fields', { do: 'SetFieldRequired', field, required: false }],
      ['values', fill('own', 'self', 'after')],
      ['signatories', { do: 'NameSignatory', signatory, name: 'Another' }],
      ['settings', { do: 'SetMessage', message: 'Another' }],
      ['settings', { do: 'RenamePack', name: 'Another' }],
      ['documents', { do: 'RenameDocument', document: idOf('document'), name: 'Another' }],
      ['appendices', { do: 'AddAppendix', appendix: idOf('plan') }],
      ['lifecycle', { do: 'TrashPack' }],
    ]
    for (const [ground, change] of changes) expect(meanwhile(world, 'RequestSignatures', change)).toEqual(conflict(ground))
  })

  test('is not stopped by a colleague who opened the pack, nor by an earlier look', () => {
    expect(meanwhile(world, 'RequestSignatures', { do: 'RecordOpened', user: creator })).toBeNull()
    expect(meanwhile(world, 'RequestSignatures')).toBeNull()
  })
})

describe.each(['RevertToSetup', 'MarkAsComplete', 'TrashPack'] as const)('%s', (decision) => {
  const world = having(packSentToAllAtOnce('first', 'second'), link('first'))
  const first = idOf('first')

  test('rests on the status and on who has signed', () => {
    expect(staleRefusal(signedBy(world, 'first').state, decision, world.events.length - 1)).toEqual(conflict('signing'))
    expect(meanwhile(world, decision, { do: 'RejectSigning', signatory: first, reason: '' })).toEqual(conflict('lifecycle', 'signing'))
    expect(meanwhile(world, decision, { do: 'RevertToSetup' })).toEqual(conflict('lifecycle'))
  })

  test('is not stopped by visits, drafts, consents, mails or a corrected address', () => {
    const request = idOf('again')
    const others: readonly Given[] = [
      { do: 'RecordVisit', signatory: first, visit: idOf('visit'), link: idOf('first link'), view: '0'.repeat(43) },
      { do: 'GiveConsent', signatory: first, version: '1' },
      { do: 'PostponeSigning', signatory: first },
      fill('first signature', 'first', { method: 'typed', text: 'draft' }),
      { do: 'ResendRequest', signatory: first, request },
      { do: 'RecordRequestSent', signatory: first, request },
      { do: 'CorrectAddress', signatory: idOf('second'), email: 'new@example.org', request: idOf('corrected') },
    ]
    for (const other of others) expect(having(world, others[4]!, other).events.length).toBeGreaterThan(world.events.length)
    expect(meanwhile(world, decision, ...others)).toBeNull()
  })
})

test('a command that names nothing is never overtaken: each saves what it says', () => {
  const world = packInSetup('first')
  expect(meanwhile(world, 'SetMessage', { do: 'SetMessage', message: 'Another' })).toBeNull()
})

test('a signer’s view tells nothing of what moved where, and goes on telling nothing', () => {
  const world = packSentToAllAtOnce('first', 'second')
  const view = viewFor(world.state, { of: 'signatory', signatory: idOf('first') })
  expect(view.moved).toBeNull()
  const next = having(world, { do: 'PostponeSigning', signatory: idOf('first') }).events.at(-1)!
  expect(pack.evolve(view, next.fact, { time: next.meta.time, revision: next.revision, principal: '' }).moved).toBeNull()
})
