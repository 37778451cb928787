import { expect, test } from 'vitest'
import { auditWords, expiryMoments, hasExpired, linkIsAlive, notificationsDue, type PackCommand, pack, signatoryLabel } from '#domain/pack'
import {
  decideIn,
  facts,
  fill,
  given,
  happened,
  having,
  idOf,
  nothing,
  packInSetup,
  packSentTo,
  refused,
  request,
  signatoryIn,
  type World,
} from '#tests/pack'

/** The world after a command that is decided at another time or elsewhere. */
function decided(world: World, [command, context]: readonly [PackCommand, object]): World {
  const decision = decideIn(world, command, context)
  if ('refused' in decision) throw new Error(String(decision.refused))
  return happened(world, decision)
}

const { end, reminder } = { end: '2026-03-05T23:00:00.000Z', reminder: '2026-03-03T08:00:00.000Z' }
const BERLIN = { zone: 'Europe/Berlin' }
const until: PackCommand = { do: 'SetExpiry', day: '2026-03-05', remindDays: 2 }
const out = () => decided(packSentTo('first'), [until, BERLIN])
const over = () => decided(out(), [{ do: 'ExpireRequests', day: '2026-03-05' }, { now: end }])

test('a request ends with its day where the sender is, and reminds in the morning some days before', () => {
  const moments = (day: string, zone: string) => {
    const { end, reminder } = expiryMoments({ day, zone, remindDays: 2, reminded: false, over: false })
    return [end, reminder!].map((at) => new Date(at).toISOString())
  }
  expect(moments('2026-03-05', 'Europe/Berlin')).toEqual([end, reminder])
  expect(moments('2026-03-05', 'Pacific/Kiritimati')).toEqual(['2026-03-05T10:00:00.000Z', '2026-03-02T19:00:00.000Z'])
  expect(moments('2026-03-05', 'Pacific/Pago_Pago')).toEqual(['2026-03-06T11:00:00.000Z', '2026-03-03T20:00:00.000Z'])
  // The clocks go forward on the 29th, and in Beirut at its midnight.
  expect(moments('2026-03-29', 'Europe/Berlin')[0]).toBe('2026-03-29T22:00:00.000Z')
  expect(moments('2026-03-28', 'Asia/Beirut')[0]).toBe('2026-03-28T22:00:00.000Z')
})

test('a day that has passed where the sender is cannot be chosen, nor a reminder longer than a month before', () => {
  const setup = given(packInSetup('first'))
  const asked = (day: string | null, remindDays: number | null = null): PackCommand => ({ do: 'SetExpiry', day, remindDays })
  setup.when(asked('2026-03-01')).then(refused('expiry-past'))
  setup.when(asked('2026-02-30')).then(refused('expiry-past'))
  setup.when(asked('2026-03-02')).then(facts(['ExpiryChanged', { expiry: { day: '2026-03-02', zone: 'UTC', remindDays: null } }]))
  // On the other side of the date line it is tomorrow already.
  setup.when(asked('2026-03-02'), { now: '2026-03-02T11:00:00.000Z', zone: 'Pacific/Kiritimati' }).then(refused('expiry-past'))
  for (const days of [0, 31, 1.5]) setup.when(asked('2026-03-05', days)).then(refused('expiry-reminder-invalid'))
  setup.when(asked(null)).then(nothing)
  given(out()).when(until, BERLIN).then(nothing)
  given(out())
    .when(asked(null))
    .then(facts(['ExpiryChanged', { expiry: null }]))
})

test('after its day nobody signs, fills in, is asked or gets a link, be it before anybody has recorded that', () => {
  const late = { now: end }
  const first = idOf('first')
  const commands: readonly PackCommand[] = [
    { do: 'GiveConsent', signatory: first, version: '2026-01' },
    fill('first text', 'first', 'late') as PackCommand,
    { do: 'ResendRequest', signatory: first, request: idOf('again') },
    { do: 'IssueSigningLink', signatory: first, link: idOf('new'), purpose: 'sign', request: null },
    { do: 'RejectSigning', signatory: first, reason: '' },
  ]
  for (const command of commands) {
    expect(decideIn(out(), command, late), command.do).toMatchObject({ refused: 'request-expired', slots: { day: '5 March 2026' } })
    expect(decideIn(over(), command, late), command.do).toMatchObject({ refused: 'request-expired' })
  }
  expect(decideIn(out(), commands[0]!, { now: '2026-03-05T22:59:59.000Z' })).not.toHaveProperty('refused')
})

test('the end is recorded once it has come; the status stays, the signer’s row says so, and reminders rest', () => {
  const ends: PackCommand = { do: 'ExpireRequests', day: '2026-03-05' }
  given(out()).when(ends, { now: '2026-03-05T22:59:59.000Z' }).then(refused('not-due-yet'))
  given(out()).when({ do: 'ExpireRequests', day: '2026-03-04' }, { now: end }).then(nothing)
  given(over()).when(ends, { now: end }).then(nothing)
  const { state } = over()
  expect(state.status).toBe('awaiting_signatures')
  expect(signatoryLabel(state, signatoryIn(state, 'first')).label).toBe('Expired')
  expect(signatoryLabel(out().state, signatoryIn(out().state, 'first')).label).toBe('Awaiting Signature')
  const rule = { do: 'SetNotificationRule', rule: idOf('rule'), event: 'not-signed', action: 'remind', countdown: 300 } as const
  expect(notificationsDue(having(out(), rule).state)).toHaveLength(1)
  expect(notificationsDue(having(over(), rule).state)).toEqual([])
  const words = over()
    .events.slice(-2)
    .map(({ fact }) => auditWords(fact, state))
  expect(words).toEqual([
    'set the request to expire after 5 March 2026 (Europe/Berlin), with a reminder 2 days before',
    'the request expired at the end of 5 March 2026; its links stopped working',
  ])
})

test('a later day revives the links, and a signer in the middle goes on where they were', () => {
  const { link } = signatoryIn(out().state, 'first').links[0]!
  expect(linkIsAlive(out().state, idOf('first'), link)).toBe(true)
  expect(linkIsAlive(over().state, idOf('first'), link)).toBe(false)
  const later = { now: '2026-03-07T09:00:00.000Z', ...BERLIN }
  given(over()).when(until, later).then(refused('expiry-past'))
  const extended = decided(over(), [{ do: 'SetExpiry', day: '2026-03-10', remindDays: null }, later])
  expect(hasExpired(extended.state)).toBe(false)
  expect(linkIsAlive(extended.state, idOf('first'), link)).toBe(true)
  expect(decideIn(extended, { do: 'GiveConsent', signatory: idOf('first'), version: '2026-01' }, later)).not.toHaveProperty('refused')
})

test('the reminder asks those again whose turn it is, once', () => {
  const requests = { [idOf('first')]: idOf('reminded') }
  const reminds: PackCommand = { do: 'RemindOfExpiry', day: '2026-03-05', requests }
  given(out()).when(reminds, { now: '2026-03-03T07:59:00.000Z' }).then(refused('not-due-yet'))
  const reminded = given(out())
    .when(reminds, { now: reminder })
    .then(
      facts(
        ['ExpiryReminderDue', { day: '2026-03-05' }],
        ['SignatureRequestQueued', { signatory: idOf('first'), request: idOf('reminded'), because: 'resent' }],
      ),
    )
  given(reminded).when(reminds, { now: reminder }).then(nothing)
  given(over()).when(reminds, { now: end }).then(nothing)
})

test('what went back to setup after its day is not sent again before a later one is chosen', () => {
  const back = having(over(), { do: 'RevertToSetup' })
  expect(back.state.expiry).toMatchObject({ day: '2026-03-05', over: false })
  given(back).when(request, { now: '2026-03-07T09:00:00.000Z' }).then(refused('expiry-past'))
})

test('a view without an expiry date is as it was before there was one', () => {
  expect(out().state).toHaveProperty('expiry')
  const none = having(out(), { do: 'SetExpiry', day: null, remindDays: null })
  expect(none.state).not.toHaveProperty('expiry')
  expect(pack.initial).not.toHaveProperty('expiry')
})
