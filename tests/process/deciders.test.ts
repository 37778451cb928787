import { expect, test } from 'vitest'
import { requestMail } from '#contract/request-mail'
import type { RecordedEvent } from '#domain/kernel'
import { WITHHELD } from '#domain/kernel'
import type { PackFact, PackFactType, PackState } from '#domain/pack'
import { conversion } from '#processes/conversion'
import type { PackProcess } from '#processes/engine'
import { attachmentNames, copyMail, finalCopies, recipientsOf, supportingNames } from '#processes/final-copies'
import { NO_ADDRESS, NO_MESSAGES, planRequest, requests } from '#processes/requests'
import { fieldsToSeal, isFinal, sealing } from '#processes/sealing'
import {
  converted,
  create,
  creator,
  document,
  fill,
  filledBy,
  having,
  idOf,
  nothingYet,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  place,
  reject,
  request,
  sent,
  sign,
  signatoryIn,
  signedBy,
  type World,
} from '#tests/pack'

const PACK = idOf('pack')
/** What a process asks for when the last event of this type arrives. */
function effects(process: PackProcess, world: World, type: PackFactType) {
  const event = world.events.findLast(({ fact }) => fact.type === type) as RecordedEvent<PackFact>
  return process.react(event, PACK, world.state)
}
const queuedOf = (state: PackState, part: string) => ({
  signatory: idOf(part),
  request: signatoryIn(state, part).request!.id,
  channel: signatoryIn(state, part).channel,
})

test('an upload is followed by one conversion, and each wish to try again by another', () => {
  const received = having(nothingYet, create, ...converted().slice(0, 2))
  const [first] = effects(conversion, received, 'FileReceived')
  expect(first?.data).toEqual({ pack: PACK, document, source: idOf('upload') })
  const failed = having(received, { do: 'RecordConversionFailure', document, source: idOf('upload'), reason: 'password-required' })
  const retried = having(failed, { do: 'RetryConversion', document })
  const [second] = effects(conversion, retried, 'ConversionRetried')
  expect(second?.data).toEqual(first?.data)
  expect(second?.key).not.toBe(first?.key)
})

test('each process reacts to the same event with the same effects, however often it comes', () => {
  const world = signedBy(packSentTo('first', 'second'), 'first', 'second')
  for (const process of [conversion, requests, sealing, finalCopies]) {
    for (const event of world.events.filter(({ fact }) => process.follows.includes(fact.type))) {
      expect(process.react(event, PACK, world.state)).toEqual(process.react(event, PACK, world.state))
    }
  }
})

test('[D-138] in sequence the first signatory alone is asked, and the next when it is their turn; else all at once', () => {
  const asked = (world: World) =>
    world.events.filter(({ fact }) => fact.type === 'SignatureRequestQueued').flatMap((event) => requests.react(event, PACK, world.state))
  const sequential = packSentTo('first', 'second', 'third')
  expect(asked(sequential).map(({ data }) => (data as { signatory: string }).signatory)).toEqual([idOf('first')])
  const next = signedBy(sequential, 'first')
  expect(asked(next).map(({ data }) => (data as { signatory: string }).signatory)).toEqual([idOf('first'), idOf('second')])
  const parallel = packSentToAllAtOnce('first', 'second', 'third')
  expect(asked(parallel).map(({ data }) => (data as { signatory: string }).signatory)).toEqual(['first', 'second', 'third'].map(idOf))
})

test('a request that was queued is sent to its signatory', () => {
  const { state } = having(packInSetup('first'), request)
  expect(planRequest(state, queuedOf(state, 'first'))).toMatchObject({ do: 'send', to: 'first@example.org' })
})

test('nothing is sent for a request that was overtaken', () => {
  const queued = having(packInSetup('first', 'second'), request)
  const asked = queuedOf(queued.state, 'first')
  const nothing = { do: 'nothing' }
  expect(planRequest(having(queued, { do: 'RevertToSetup' }).state, asked)).toEqual(nothing)
  expect(planRequest(having(queued, { do: 'TrashPack' }).state, asked)).toEqual(nothing)
  expect(planRequest(having(queued, { do: 'MarkAsComplete' }).state, asked)).toEqual(nothing)
  expect(planRequest(having(queued, reject('second', 'no')).state, asked)).toEqual(nothing)
  expect(planRequest(having(filledBy(queued, 'first'), sign('first')).state, asked)).toEqual(nothing)
  const corrected = having(queued, { do: 'CorrectAddress', signatory: idOf('first'), email: 'new@example.org', request: idOf('new') })
  expect(planRequest(corrected.state, asked)).toEqual(nothing)
  expect(planRequest(corrected.state, queuedOf(corrected.state, 'first'))).toMatchObject({ do: 'send', to: 'new@example.org' })
  const done = having(queued, { do: 'RecordRequestSent', ...asked })
  expect(planRequest(done.state, asked)).toEqual(nothing)
})

test('[D-174] a request goes by its signatory’s channel; where that is not set up, the detail says what to do', () => {
  const by = (channel: 'sms' | 'whatsapp' | 'email-or-sms', email: string) => {
    const signatory = idOf('first')
    const world = having(
      packInSetup('first'),
      { do: 'SetSignatoryMobile', signatory, mobile: '+27821234567' },
      { do: 'SetSignatoryChannel', signatory, channel },
      { do: 'SetSignatoryEmail', signatory, email },
      request,
    )
    return planRequest(world.state, queuedOf(world.state, 'first'))
  }
  expect(by('sms', 'first@example.org')).toEqual({ do: 'fail', detail: NO_MESSAGES })
  expect(by('whatsapp', '')).toEqual({ do: 'fail', detail: NO_MESSAGES })
  expect(by('email-or-sms', '')).toEqual({ do: 'fail', detail: NO_MESSAGES })
  expect(by('email-or-sms', 'first@example.org')).toMatchObject({ do: 'send', to: 'first@example.org' })
})

test('a signatory without an address, or whose address was erased, cannot be asked by mail', () => {
  const { state } = having(packInSetup('first'), request)
  const erased = { ...state, signatories: state.signatories.map((each) => ({ ...each, email: WITHHELD })) }
  expect(planRequest(erased, queuedOf(state, 'first'))).toEqual({ do: 'fail', detail: NO_ADDRESS })
})

test('[D-132] the mail carries the sender’s subject and message, with {name} for the signatory’s name', () => {
  const { state } = having(
    packInSetup('first'),
    { do: 'SetSubject', subject: 'For {name}: the lease' },
    { do: 'SetMessage', message: 'Hello {name},\nplease sign.' },
  )
  const letter = requestMail({
    state,
    signatory: signatoryIn(state, 'first'),
    sender: { name: 'Mira', email: '', workspace: 'Castell' },
    link: 'https://x/sign/t',
  })
  expect(letter.subject).toBe('For first signer: the lease')
  expect(letter.text).toContain('Hello first signer,\nplease sign.')
  expect(letter.html).toContain('Hello first signer,<br>please sign.')
  expect(letter.text).toContain('Mira (Castell) asks you to read and sign “Lease”.')
  expect(letter.text).toContain('https://x/sign/t')
})

test('a request says whom to ask, and of two to one address which role each is for', () => {
  const { state } = packInSetup('first', 'second')
  const ask = (of: PackState, email = 'mira@example.com') => {
    const sender = { name: 'Mira', email, workspace: 'Castell' }
    return requestMail({ state: of, signatory: signatoryIn(of, 'first'), sender, link: 'https://x/sign/t' })
  }
  expect(ask(state).text).toContain('Questions? Reply to this mail or write to Mira at mira@example.com.')
  expect(ask(state, '').text).not.toContain('Reply to this mail')
  expect(ask(state).subject).toBe('Mira asks you to sign “Lease”')
  expect(ask(state).text).not.toContain('You sign as')
  const roles = { first: 'Tenant', second: 'Guarantor' } as const
  const shared: PackState = {
    ...state,
    signatories: state.signatories.map((each) => ({
      ...each,
      role: each.uuid === idOf('first') ? roles.first : roles.second,
      email: each.uuid === idOf('first') ? 'Both@example.org' : 'both@example.org ',
    })),
  }
  expect(ask(shared).subject).toBe('Mira asks you to sign “Lease” as Tenant')
  expect(ask(shared).text).toContain('You sign as Tenant.')
  const worded: PackState = { ...shared, settings: { ...shared.settings, subject: 'The lease' } }
  expect(ask(worded).subject).toBe('The lease (Tenant)')
  const gone: PackState = { ...shared, signatories: shared.signatories.map((each) => ({ ...each, removed: each.uuid === idOf('second') })) }
  expect(ask(gone).subject).toBe('Mira asks you to sign “Lease”')
})

test('only a request that follows one that arrived is a reminder', () => {
  const out = packSentTo('first')
  const again = having(out, { do: 'ResendRequest', signatory: idOf('first'), request: idOf('again') })
  const corrected = having(out, {
    do: 'CorrectAddress',
    signatory: idOf('first'),
    email: 'another@example.org',
    request: idOf('corrected'),
  })
  const subjectIn = ({ state }: World) =>
    requestMail({ state, signatory: signatoryIn(state, 'first'), sender: { name: 'Mira', email: '', workspace: '' }, link: 'x' }).subject
  expect([out, again, corrected].map(subjectIn)).toEqual([
    'Mira asks you to sign “Lease”',
    'Reminder: Mira asks you to sign “Lease”',
    'Mira asks you to sign “Lease”',
  ])
})

test('nothing that anybody typed becomes markup or another header', () => {
  const evil = '<img src=x onerror="alert(1)">\r\nBcc: all@example.com'
  const { state } = having(packInSetup('first'), { do: 'SetSubject', subject: evil }, { do: 'SetMessage', message: evil })
  const named = { ...state, name: evil }
  const signatory = { ...signatoryIn(state, 'first'), name: evil }
  const letter = requestMail({
    state: named,
    signatory,
    sender: { name: evil, email: evil, workspace: evil },
    link: 'https://x/sign/"><script>',
  })
  expect(letter.subject).not.toMatch(/[\r\n]/)
  expect(letter.html).not.toContain('<img')
  expect(letter.html).not.toContain('<script>')
  const copy = copyMail(named, evil, {
    sender: { name: evil, email: evil },
    link: null,
    attached: 0,
    linked: [{ label: evil, link: 'https://x.example' }],
  })
  expect(copy.subject).not.toMatch(/[\r\n]/)
  expect(copy.html).not.toContain('<img')
})

test('completion is followed by one seal for each document, a wish to try again by one more for that document', () => {
  const complete = signedBy(packSentTo('first'), 'first')
  const [first, ...rest] = effects(sealing, complete, 'PackCompleted')
  expect(rest).toEqual([])
  expect(first?.data).toEqual({ pack: PACK, document })
  const [only] = complete.state.documents
  const two = { ...complete, state: { ...complete.state, documents: [only!, { ...only!, key: idOf('beside') }] } }
  expect(effects(sealing, two, 'PackCompleted').map(({ data }) => data)).toEqual([
    { pack: PACK, document },
    { pack: PACK, document: idOf('beside') },
  ])
  const failed = having(
    complete,
    { do: 'StartSealing', document },
    { do: 'RecordSealingFailure', document, attempt: 1, reason: 'certificate', final: true },
    { do: 'RetrySealing', document },
  )
  const [again] = effects(sealing, failed, 'SealingRetried')
  expect(again?.data).toEqual(first?.data)
  expect(again?.key).not.toBe(first?.key)
})

test('[D-194] the sealed file is the signed one: drafts of signatories who never finished stay out, and what the final file is not to show', () => {
  const prepared = having(
    packInSetup('first', 'second'),
    place('own', 'text', 'self'),
    fill('own', 'self', 'by the sender'),
    place('empty', 'text', 'first'),
    place('gone', 'text', 'self'),
    fill('gone', 'self', 'removed'),
    { do: 'RemoveField', field: idOf('gone') },
    place('hidden', 'text', 'self', { hiddenInFinal: true }),
    fill('hidden', 'self', 'for the files'),
    place('shown again', 'text', 'self', { hiddenInFinal: true }),
    fill('shown again', 'self', 'for all'),
    { do: 'ShowFieldInFinal', field: idOf('shown again'), on: true },
    place('cover', 'block', null),
    place('lifted cover', 'block', null, { hiddenInFinal: true }),
  )
  const world = filledBy(signedBy(sent(prepared), 'first'), 'second')
  const marked = having(world, { do: 'MarkAsComplete' })
  expect(
    fieldsToSeal(marked.state, document)
      .map(({ key }) => key)
      .sort(),
  ).toEqual([idOf('first signature'), idOf('own'), idOf('shown again'), idOf('cover')].sort())
  expect(fieldsToSeal(marked.state, idOf('another document'))).toEqual([])
  // A value whose key was destroyed.
  const own = marked.state.fields[idOf('own')]!
  const erased = { ...marked.state, fields: { ...marked.state.fields, [own.key]: { ...own, value: WITHHELD } } }
  expect(fieldsToSeal(erased, document).map(({ key }) => key)).not.toContain(own.key)
})

test('a failure that would only repeat itself is final at once, others with the last attempt', () => {
  expect(isFinal('certificate', false)).toBe(true)
  expect(isFinal('damaged', false)).toBe(true)
  for (const reason of ['no-space', 'took-too-long', 'took-too-much-memory', 'internal'] as const) {
    expect(isFinal(reason, false)).toBe(false)
    expect(isFinal(reason, true)).toBe(true)
  }
})

const sealedOne = (world: World) =>
  having(
    world,
    { do: 'StartSealing', document },
    { do: 'RecordStamped', document, attempt: 1, pages: ['x'.repeat(43)] },
    { do: 'RecordSealed', document, attempt: 1, file: idOf('final'), digest: 'x'.repeat(43), size: 10 },
  )

test('copies go out once everything is sealed, and each queued copy is one mail', () => {
  const world = sealedOne(signedBy(packSentTo('first'), 'first'))
  expect(effects(finalCopies, world, 'DocumentSealed')).toHaveLength(1)
  const second = { ...world.state.documents[0]!, key: idOf('annex'), sealing: { state: 'running', attempt: 1, stamped: true } as const }
  const unfinished = { ...world.state, documents: [...world.state.documents, second] }
  const event = world.events.findLast(({ fact }) => fact.type === 'DocumentSealed')!
  expect(finalCopies.react(event, PACK, unfinished)).toEqual([])
  const queued = having(world, { do: 'QueueFinalCopy', recipient: idOf('first'), mail: idOf('mail') })
  expect(effects(finalCopies, queued, 'FinalCopyQueued')).toMatchObject([
    { key: `copy:${idOf('mail')}`, data: { pack: PACK, recipient: idOf('first'), mail: idOf('mail') } },
  ])
})

const cleo = { name: 'Cleo', email: 'cleo@example.com' }
const addresses = (state: PackState) => recipientsOf(state, cleo).map(({ email }) => email)

test('[D-182] signatories, copy recipients with an address and the creator get the final file', () => {
  const world = having(
    packInSetup('first', 'second'),
    { do: 'AddCopyRecipient', recipient: idOf('copy') },
    { do: 'SetCopyRecipientEmail', recipient: idOf('copy'), email: 'copy@example.net' },
    { do: 'AddCopyRecipient', recipient: idOf('silent') },
    { do: 'AddCopyRecipient', recipient: idOf('former') },
    { do: 'SetCopyRecipientEmail', recipient: idOf('former'), email: 'former@example.net' },
    { do: 'RemoveCopyRecipient', recipient: idOf('former') },
  )
  expect(addresses(world.state)).toEqual(['first@example.org', 'second@example.org', 'copy@example.net', 'cleo@example.com'])
})

test('[D-159] the creator is left out of the completion mail where the pack says so, as a signatory too', () => {
  const signing = having(packInSetup('first', 'second'), { do: 'LinkSignatoryToUser', signatory: idOf('first'), user: creator })
  const excluded = having(signing, { do: 'SetCreatorFinalMail', excluded: true })
  expect(addresses(signing.state)).toEqual(['first@example.org', 'second@example.org', 'cleo@example.com'])
  expect(addresses(excluded.state)).toEqual(['second@example.org'])
})

test('[D-422] an excluded signer gets the final file where that was chosen, and only there', () => {
  const excluding = (viewing: boolean) =>
    having(packSentToAllAtOnce('first', 'second'), { do: 'ExcludeSignatory', signatory: idOf('second'), viewing, requests: {} }).state
  expect(addresses(excluding(true))).toEqual(['first@example.org', 'second@example.org', 'cleo@example.com'])
  expect(addresses(excluding(false))).toEqual(['first@example.org', 'cleo@example.com'])
})

test('one mail an address: a person who signs twice, or sends and signs, is written to once', () => {
  const world = having(packInSetup('first', 'second'), { do: 'SetSignatoryEmail', signatory: idOf('second'), email: 'CLEO@example.com' })
  expect(addresses(world.state)).toEqual(['first@example.org', 'CLEO@example.com'])
})

test('attachments have names that every file system takes, each its own', () => {
  expect(attachmentNames(['Lease.pdf', 'lease', '../../etc/passwd', 'a\u0000b:c', ''])).toEqual([
    'Lease.signed.pdf',
    'lease (2).signed.pdf',
    '.._.._etc_passwd.signed.pdf',
    'ab_c.signed.pdf',
    'document.signed.pdf',
  ])
  expect(supportingNames(['rules.tar.gz', 'Rules.tar.gz', 'no ending', '../a:b.txt', '.txt'])).toEqual([
    'rules.tar.gz',
    'Rules.tar (2).gz',
    'no ending',
    '.._a_b.txt',
    'document.txt',
  ])
})
