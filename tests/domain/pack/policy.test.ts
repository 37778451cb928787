import { describe, expect, test } from 'vitest'
import { can, isTeamMember, type PackCommand, type PackRefusalCode, permits, type Who } from '#domain/pack'
import { effectivePermissions, NO_DIFFERENCES, PERMISSIONS, type Permission } from '#domain/workspace'
import {
  asked,
  create,
  creator,
  document,
  fill,
  having,
  idOf,
  nothingYet,
  packInSetup,
  packSentTo,
  place,
  reject,
  request,
  sign,
  signatoryIn,
  signedBy,
  typed,
  type World,
  workspace,
} from '#tests/pack'
import { SCENARIOS } from '#tests/pack-scenarios'

type Team = Extract<Who, { as: 'team' }>
const member = (...permissions: string[]): Team => ({
  as: 'team',
  user: idOf('colleague'),
  workspace,
  permissions: new Set(permissions),
})
const owner = (...permissions: string[]): Team => ({ ...member(...permissions), user: creator })
/** As an administrator is made: by permissions, like everybody. */
const admin: Team = member(...PERMISSIONS)
const stranger: Team = { ...member('can_revert_document_status', 'can_delete_documents'), workspace: idOf('elsewhere') }
const mailer: Who = { as: 'process', name: 'requests' }

const setup = packInSetup('first', 'second')
const sent = packSentTo('first', 'second')
const signer = (part: string, { state }: World = sent): Who => ({
  as: 'signatory',
  signatory: idOf(part),
  link: signatoryIn(state, part).links[0]?.link ?? idOf('no link'),
  inPerson: false,
})

function answer(command: PackCommand, world: World, who: Who): PackRefusalCode | 'yes' {
  return permits(command, world.state, who)?.refused ?? 'yes'
}

describe('the team', () => {
  const rename = { do: 'RenamePack', name: 'X' } as const

  test('[D-404 D-405] is the members of the account, its creator as one of them, and no longer once they have left it', () => {
    expect(isTeamMember(setup.state, owner())).toBe(true)
    expect(isTeamMember(setup.state, { ...stranger, user: creator })).toBe(false)
    expect(answer(rename, setup, { ...stranger, user: creator })).toBe('not-a-team-member')
    expect(isTeamMember(setup.state, member())).toBe(true)
    expect(isTeamMember(setup.state, stranger)).toBe(false)
    expect(isTeamMember(sent.state, signer('first'))).toBe(false)
  })

  test('[D-007 D-408] edits, in setup only, and nobody else does', () => {
    expect(answer(rename, setup, member())).toBe('yes')
    expect(answer(rename, setup, stranger)).toBe('not-a-team-member')
    expect(answer(rename, sent, member())).toBe('not-in-setup')
    expect(answer(rename, setup, mailer)).toBe('not-permitted')
    expect(answer(asked(place('x', 'text', 'first'), setup), setup, stranger)).toBe('not-a-team-member')
  })

  test('[D-411 D-412] manages while signatures are awaited or were rejected, unless it is deleted', () => {
    const correct = { do: 'CorrectAddress', signatory: idOf('first'), name: 'F', request: idOf('r') } as const
    expect(answer(correct, setup, member())).toBe('not-managed')
    expect(answer(correct, sent, member())).toBe('yes')
    expect(answer(correct, having(sent, reject('first')), member())).toBe('yes')
    expect(answer(correct, signedBy(sent, 'first', 'second'), member())).toBe('not-managed')
    expect(answer(correct, having(sent, { do: 'TrashPack' }), member())).toBe('in-trash')
    expect(answer(correct, sent, stranger)).toBe('not-a-team-member')
  })

  test('makes packs in its own workspace and name', () => {
    expect(answer(create, nothingYet, owner('can_upload_documents'))).toBe('yes')
    expect(answer(create, nothingYet, owner())).toBe('not-permitted')
    expect(answer(create, nothingYet, member('can_upload_documents'))).toBe('not-a-team-member')
    expect(answer(create, nothingYet, { ...owner('can_upload_documents'), workspace: idOf('elsewhere') })).toBe('not-a-team-member')
    expect(answer(rename, nothingYet, owner())).toBe('pack-missing')
  })

  test('fills in for the sender and for nobody else, and signs for nobody', () => {
    expect(answer(fill('first signature', 'first', typed('F')), sent, owner())).toBe('not-your-field')
    expect(answer(fill('x', 'self', 'x'), setup, owner())).toBe('yes')
    expect(answer(asked(sign('first'), sent), sent, admin)).toBe('not-yours')
    expect(answer(reject('first'), sent, admin)).toBe('not-yours')
  })

  test('takes the link of a device back only where it was handed over by the same person, who may have left the team since', () => {
    const { in: world, ask } = SCENARIOS.TakeBackSigningLink
    const command = asked(ask, world)
    expect(answer(command, world, { ...stranger, user: creator })).toBe('yes')
    expect(answer(command, world, admin)).toBe('not-permitted')
    const { link } = signatoryIn(world.state, 'first').links[0]!
    expect(answer({ do: 'TakeBackSigningLink', signatory: idOf('first'), link }, world, owner())).toBe('not-permitted')
  })

  test('records nothing that machines did', () => {
    for (const name of ['RecordConversion', 'RecordRequestSent', 'StartSealing', 'RecordSealed', 'QueueFinalCopy'] as const) {
      const { in: world, ask } = SCENARIOS[name]
      expect(answer(asked(ask, world), world, admin)).toBe('not-permitted')
    }
  })
})

describe('permissions', () => {
  const gate = (command: PackCommand, world: World, permission: string, without: PackRefusalCode = 'not-permitted', who = member) => {
    expect(answer(command, world, who())).toBe(without)
    expect(answer(command, world, who(permission))).toBe('yes')
    expect(answer(command, world, admin)).toBe('yes')
  }
  const locked = having(setup, { do: 'LockFields' })
  const link = (purpose: 'sign' | 'sign_in_person') =>
    ({ do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('l'), purpose, request: null }) as const

  test('[D-443] can_lock_and_unlock_fields', () => gate({ do: 'LockFields' }, setup, 'can_lock_and_unlock_fields'))
  test('[D-433] unlocking too, in its own words', () =>
    gate({ do: 'UnlockFields' }, locked, 'can_lock_and_unlock_fields', 'not-permitted-to-unlock'))
  test('[D-459] can_revert_document_status', () => gate({ do: 'RevertToSetup' }, sent, 'can_revert_document_status'))
  test('[D-456] can_mark_document_as_complete', () => gate({ do: 'MarkAsComplete' }, sent, 'can_mark_document_as_complete'))
  test('[D-458] can_generate_signing_link', () => gate(link('sign'), sent, 'can_generate_signing_link'))
  test('the ability to configure how signatories are written to', () => {
    gate({ do: 'SetChannelChoice', on: true }, setup, 'can_configure_communication_channel')
    gate({ do: 'SetSignatoryChannel', signatory: idOf('first'), channel: 'sms' }, setup, 'can_configure_communication_channel')
  })
  test('[D-457] can_sign_in_person', () => gate(link('sign_in_person'), sent, 'can_sign_in_person'))
  test('[D-454] can_upload_documents', () =>
    gate(
      { do: 'ReceiveFile', document, file: idOf('f'), digest: 'd'.repeat(43), size: 1, filename: 'a.pdf' },
      setup,
      'can_upload_documents',
    ))
  test('[D-455] can_upload_documents_to_pack', () =>
    gate({ do: 'AddDocument', document: idOf('annex'), name: 'Annex' }, setup, 'can_upload_documents_to_pack'))
  test('[D-451] can_create_templates', () => {
    const template = { ...create, kind: 'template' } as PackCommand
    expect(answer(template, nothingYet, owner('can_upload_documents'))).toBe('not-permitted')
    expect(answer(template, nothingYet, owner('can_create_templates'))).toBe('yes')
  })

  test('[D-407 D-474] are data of the membership: an administrator begins with all, and lacks withdrawn ones', () => {
    const administrator = (withdrawn: readonly Permission[]): Team => {
      return { ...admin, permissions: effectivePermissions('administrator', { ...NO_DIFFERENCES, withdrawn }) }
    }
    for (const permission of PERMISSIONS) {
      expect(can(administrator([]), permission), permission).toBe(true)
      expect(can(administrator([permission]), permission), permission).toBe(false)
    }
    expect(can(member('this'), 'this')).toBe(true)
    expect(can(member('this'), 'that')).toBe(false)
    expect(can(mailer, 'this')).toBe(false)
  })
})

describe('deleting', () => {
  const trash = { do: 'TrashPack' } as const

  test('[D-437] needs team membership', () => expect(answer(trash, sent, stranger)).toBe('not-a-team-member'))

  test('[D-438 D-448 D-450] needs the permission, and the creator, an administrator, or leave to delete others’', () => {
    expect(answer(trash, sent, owner('can_delete_documents'))).toBe('yes')
    expect(answer(trash, sent, owner())).toBe('not-permitted-to-delete')
    expect(answer(trash, sent, member('can_delete_documents'))).toBe('not-permitted-to-delete')
    expect(answer(trash, sent, member('can_delete_documents', 'can_delete_other_users_documents'))).toBe('yes')
    expect(answer(trash, sent, admin)).toBe('yes')
  })

  test('a document that was taken over is its new owner’s to delete, and no longer its creator’s', () => {
    const over = having(sent, { do: 'TakeOverPack', workspace, from: creator, to: idOf('colleague') })
    expect(answer(trash, over, member('can_delete_documents'))).toBe('yes')
    expect(answer(trash, over, owner('can_delete_documents'))).toBe('not-permitted-to-delete')
  })

  test('[D-449] of a template needs its own permission', () => {
    const template = having(nothingYet, { ...create, kind: 'template' } as PackCommand)
    expect(answer(trash, template, owner('can_delete_documents'))).toBe('not-permitted-to-delete')
    expect(answer(trash, template, owner('can_delete_templates'))).toBe('yes')
  })

  test('restoring needs the same', () => {
    const trashed = having(sent, trash)
    expect(answer({ do: 'RestorePack' }, trashed, member('can_delete_documents'))).toBe('not-permitted-to-delete')
    expect(answer({ do: 'RestorePack' }, trashed, owner('can_delete_documents'))).toBe('yes')
  })
})

describe('a signatory', () => {
  test('[D-413] acts for themselves only, by a link that lives', () => {
    expect(answer(fill('first signature', 'first', typed('F')), sent, signer('first'))).toBe('yes')
    expect(answer(fill('first signature', 'second', typed('F')), sent, signer('first'))).toBe('not-yours')
    expect(answer(fill('first signature', 'self', typed('F')), sent, signer('first'))).toBe('not-yours')
    expect(answer(asked(sign('second'), sent), sent, signer('first'))).toBe('not-yours')
    expect(answer(asked(sign('first'), sent), sent, { ...signer('first'), link: idOf('mistyped') } as Who)).toBe('link-dead')
    expect(answer(asked(sign('second'), sent), sent, { ...signer('first'), signatory: idOf('second') } as Who)).toBe('link-dead')
  })

  test('has no part in the preparation', () => {
    for (const name of [
      'RenamePack',
      'PlaceField',
      'RequestSignatures',
      'RevertToSetup',
      'TrashPack',
      'RecordRequestSent',
      'StartSealing',
    ] as const) {
      const { in: world, ask } = SCENARIOS[name]
      const code = answer(asked(ask, world), world, signer('first', sent))
      expect([name, ['not-permitted', 'link-dead'].includes(code)]).toEqual([name, true])
    }
    expect(answer({ do: 'RevertToSetup' }, sent, signer('first'))).toBe('not-permitted')
  })

  test('records a visit by the very link they came by', () => {
    const visit = { do: 'RecordVisit', signatory: idOf('first'), visit: idOf('v'), link: idOf('other link'), view: 'v'.repeat(43) } as const
    expect(answer(visit, sent, signer('first'))).toBe('not-yours')
  })

  test('who has finished, or whose pack was reverted or trashed, has a dead link', () => {
    const who = signer('first')
    for (const world of [signedBy(sent, 'first'), having(sent, { do: 'RevertToSetup' }), having(sent, { do: 'TrashPack' })]) {
      expect(answer(fill('first signature', 'first', typed('F')), world, who)).toBe('link-dead')
    }
  })
})

describe('a process', () => {
  test('records what it did, issues links with requests, and nothing else', () => {
    const world = having(setup, request)
    const { id } = signatoryIn(world.state, 'first').request!
    const link = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('l'), purpose: 'sign', request: id } as const
    expect(answer({ do: 'RecordRequestSent', signatory: idOf('first'), request: id }, world, mailer)).toBe('yes')
    expect(answer(link, world, mailer)).toBe('yes')
    expect(answer({ ...link, request: null }, world, mailer)).toBe('not-permitted')
    expect(answer(link, world, admin)).toBe('not-permitted')
    expect(answer({ do: 'MarkAsComplete' }, sent, mailer)).toBe('not-permitted')
    expect(answer(asked(sign('first'), sent), sent, mailer)).toBe('not-permitted')
  })
})

test('every command has an answer for every capacity, and some capacity is let through', () => {
  const all = Object.entries(SCENARIOS)
  const team = { ...admin, user: creator }
  const mine: Record<string, string[]> = { team: [], signatory: [], process: [] }
  for (const [name, { in: world, ask }] of all) {
    const command = asked(ask, world)
    const part = 'signatory' in command && command.signatory === idOf('second') ? 'second' : 'first'
    const whos: Who[] = [team, ...(world.state.signatories.length > 0 ? [signer(part, world)] : []), mailer]
    const letIn = whos.filter((who) => permits(command, world.state, who) === null)
    for (const who of letIn) mine[who.as]!.push(name)
    expect([name, letIn.length]).toEqual([name, 1])
  }
  expect(mine.signatory).toEqual([
    'AddNote',
    'FillField',
    'ClearField',
    'RecordVisit',
    'ObserveVisit',
    'SetUpSignatory',
    'GiveConsent',
    'PostponeSigning',
    'CompleteSigning',
    'RejectDocument',
    'RejectSigning',
  ])
  expect(mine.process).toHaveLength(18)
  expect(all.length).toBeGreaterThanOrEqual(73)
})

test('who acts as a member for support signs nothing and gets no link to sign by', () => {
  const inSupport: Who = { ...owner(...PERMISSIONS), inSupport: true }
  const link = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('link'), purpose: 'sign', request: null } as const
  expect(answer(link, sent, inSupport)).toBe('not-in-support')
  expect(answer({ ...link, purpose: 'sign_in_person' }, sent, inSupport)).toBe('not-in-support')
  expect(answer(link, sent, owner(...PERMISSIONS))).toBe('yes')
  expect(answer({ do: 'RenamePack', name: 'X' }, setup, inSupport)).toBe('yes')
})
