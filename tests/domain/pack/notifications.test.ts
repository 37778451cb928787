import { expect, test } from 'vitest'
import { isRefused } from '#domain/kernel'
import {
  actionsFor,
  COUNTDOWNS,
  DEFAULT_COUNTDOWN,
  decide,
  evolve,
  isReminder,
  isTimed,
  notificationsDue,
  type PackCommand,
  type PackState,
  redact,
  viewFor,
} from '#domain/pack'
import {
  contextAt,
  facts,
  type Given,
  given,
  having,
  idOf,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  refused,
  sent,
  signatoryIn,
  signedBy,
  type World,
} from '#tests/pack'

const rule = idOf('rule')
const DAY = 86_400
const set = (event: 'not-signed' | 'sms-failed' | 'email-failed' | 'in-setup', action: 'notify' | 'remind', countdown?: number) =>
  ({ do: 'SetNotificationRule', rule, event, action, ...(countdown === undefined ? {} : { countdown }) }) as const
const about = (state: PackState) => notificationsDue(state).map((due) => due.about)

test('[D-600 D-601 D-602 D-603 D-604 D-605 D-606 D-607] a countdown is one of eight, from five minutes to fourteen days', () => {
  expect(COUNTDOWNS).toEqual([300, 3_600, 7_200, 28_800, DAY, 2 * DAY, 7 * DAY, 14 * DAY])
  for (const countdown of COUNTDOWNS) {
    expect(having(packInSetup('first'), set('not-signed', 'notify', countdown)).state.notifications.rules[0]!.countdown).toBe(countdown)
  }
  for (const countdown of [0, 299, 301, -300, 30 * DAY]) {
    given(packInSetup('first'))
      .when(set('not-signed', 'notify', countdown))
      .then(refused('countdown-invalid'))
  }
})

test('[D-608 D-613] a new rule waits seven days where its event is the lack of one, and not at all where something happened', () => {
  expect(DEFAULT_COUNTDOWN).toBe(7 * DAY)
  for (const event of ['not-signed', 'in-setup', 'sms-failed', 'email-failed'] as const) {
    const timed = event === 'not-signed' || event === 'in-setup'
    expect(isTimed(event)).toBe(timed)
    expect(having(packInSetup('first'), set(event, 'notify', 300)).state.notifications.rules[0]!.countdown).toBe(timed ? 300 : null)
    expect(having(packInSetup('first'), set(event, 'notify')).state.notifications.rules[0]!.countdown).toBe(timed ? 7 * DAY : null)
  }
})

test('[D-614 D-615 D-617] a rule notifies the owner; only who has not signed can be reminded, and then it is they who are written to', () => {
  expect(actionsFor('not-signed')).toEqual(['notify', 'remind'])
  const reminding = having(packInSetup('first'), set('not-signed', 'remind')).state.notifications.rules[0]!
  expect(reminding).toMatchObject({ action: 'remind', recipient: 'signer' })
  for (const event of ['in-setup', 'sms-failed', 'email-failed'] as const) {
    expect(actionsFor(event)).toEqual(['notify'])
    given(packInSetup('first')).when(set(event, 'remind')).then(refused('reminder-not-possible'))
    expect(having(packInSetup('first'), set(event, 'notify')).state.notifications.rules[0]!.recipient).toBe('owner')
  }
})

test('who has signed, whose turn has not come, and who is in nobody’s round is not reminded of anything', () => {
  expect(about(having(packInSetup('first', 'second'), set('not-signed', 'remind')).state)).toEqual([])
  const both = having(packSentTo('first', 'second'), set('not-signed', 'remind'))
  // They sign in turn.
  expect(about(both.state)).toEqual([idOf('first')])
  expect(about(signedBy(both, 'first').state)).toEqual([idOf('second')])
  expect(about(signedBy(both, 'first', 'second').state)).toEqual([])
  expect(about(having(both, { do: 'TrashPack' }).state)).toEqual([])
  expect(about(having(both, { do: 'RevertToSetup' }).state)).toEqual([])
})

test('a countdown begins with the request or with its rule, whichever is later, and again each time it has run out', () => {
  const waiting = having(packSentTo('first'), set('not-signed', 'remind', 300))
  const [due] = notificationsDue(waiting.state)
  expect(due!.at).toBe(Date.parse(contextAt(waiting).now) - 1_000 + 300_000)
  const give = (notice: string) => ({ do: 'GiveNotification', rule, about: idOf('first'), occasion: null, notice: idOf(notice) }) as const
  const late = { now: new Date(due!.at).toISOString() }
  const early = { now: new Date(due!.at - 1).toISOString() }
  given(waiting).when(give('reminder'), early).then(refused('not-due-yet'))
  given(waiting)
    .when(give('reminder'), late)
    .then(
      facts(
        ['NotificationDue', { rule, about: idOf('first'), notice: idOf('reminder') }],
        ['SignatureRequestQueued', { signatory: idOf('first'), request: idOf('reminder'), because: 'resent' }],
      ),
    )
  const reminded = at(waiting, late.now, give('reminder'))
  expect(isReminder(reminded, idOf('reminder'))).toBe(true)
  // However late it was, one period follows, not all that were missed.
  expect(notificationsDue(reminded).map((next) => next.at)).toEqual([due!.at + 300_000])
})

test('who is sent no request is waited for since their turn came, not since the first was asked', () => {
  const quiet = having(
    packInSetup('first', 'second'),
    { do: 'SetSequentialSigning', on: true },
    { do: 'SwitchNotifications', signatory: idOf('second'), about: 'signing', on: false },
    set('not-signed', 'notify', 300),
  )
  const { state } = signedBy(sent(quiet), 'first')
  const { completed } = signatoryIn(state, 'first')
  expect(completed! > state.statusSince).toBe(true)
  expect(notificationsDue(state)).toMatchObject([{ about: idOf('second'), at: Date.parse(completed!) + 300_000 }])
})

test('a reminder of one signer puts off nobody else’s', () => {
  const waiting = having(packSentToAllAtOnce('first', 'second'), set('not-signed', 'remind', 300))
  const due = (state: PackState) => notificationsDue(state).find((one) => one.about === idOf('second'))!.at
  const give = { do: 'GiveNotification', rule, about: idOf('first'), occasion: null, notice: idOf('reminder') } as const
  const reminded = at(waiting, new Date(due(waiting.state) + 60_000).toISOString(), give)
  expect(due(reminded)).toBe(due(waiting.state))
})

test('a day of a countdown is 24 hours, also where clocks are put forward or back in the middle of it', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    for (const since of ['2026-03-28T12:00:00.000Z', '2026-10-24T12:00:00.000Z']) {
      const { state } = having(packInSetup('first'), set('in-setup', 'notify', 2 * DAY))
      const [kept] = state.notifications.rules
      const due = notificationsDue({ ...state, notifications: { ...state.notifications, rules: [{ ...kept!, since }] } })
      expect(due.map((one) => one.at)).toEqual([Date.parse(since) + 2 * DAY * 1_000])
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('a message that fails is announced once, and not if it had failed before anybody asked for it', () => {
  const fails: Given = ({ state }) => {
    const request = state.signatories[0]!.request!.id
    return { do: 'RecordRequestFailed', signatory: idOf('first'), request, bounced: true, detail: 'mailbox unknown' }
  }
  const asked = having(packSentTo('first'), set('email-failed', 'notify'), fails)
  const occasion = asked.state.signatories[0]!.request!.id
  expect(notificationsDue(asked.state)).toMatchObject([{ about: idOf('first'), occasion }])
  const notified = having(asked, { do: 'GiveNotification', rule, about: idOf('first'), occasion, notice: idOf('notice') })
  expect(notified.events.at(-1)!.fact.type).toBe('NotificationDue')
  expect(notificationsDue(notified.state)).toEqual([])
  // No matter what the clock of the rule's author said.
  const ahead = asked.state.notifications.rules.map((one) => ({ ...one, since: '2999-01-01T00:00:00.000Z' }))
  expect(notificationsDue({ ...asked.state, notifications: { ...asked.state.notifications, rules: ahead } })).toHaveLength(1)
  expect(notificationsDue(having(packSentTo('first'), fails, set('email-failed', 'notify')).state)).toEqual([])
  expect(notificationsDue(having(packSentTo('first'), set('sms-failed', 'notify'), fails).state)).toEqual([])
})

test('what is set as it was changes nothing, and what is removed asks for nothing any more', () => {
  const waiting = having(packSentTo('first'), set('not-signed', 'remind', 300))
  given(waiting)
    .when(set('not-signed', 'remind', 300))
    .then(nothing)
  const removed = having(waiting, { do: 'RemoveNotificationRule', rule })
  expect(notificationsDue(removed.state)).toEqual([])
  given(removed).when({ do: 'RemoveNotificationRule', rule }).then(nothing)
})

test('no signatory learns of rules, and none of what they brought about', () => {
  const waiting = having(packSentTo('first'), set('not-signed', 'notify', 300))
  expect(viewFor(waiting.state, { of: 'signatory', signatory: idOf('first') }).notifications).toEqual({ rules: [], given: [] })
  expect(redact(waiting.state, waiting.events.at(-1)!, { of: 'signatory', signatory: idOf('first') })).toBeNull()
})

function at(world: World, now: string, command: PackCommand): PackState {
  const decision = decide(command, world.state, { ...contextAt(world), now })
  if (isRefused(decision)) throw new Error(decision.refused)
  return decision.reduce((state, fact) => evolve(state, fact, { time: now, revision: 0, principal: 'process:notifications' }), world.state)
}
