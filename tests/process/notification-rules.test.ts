import { beforeAll, expect, test } from 'vitest'
import { loadMetrics } from '#pdf/text-layout'
import { filledBy, having, idOf, packInSetup, packSentTo, packSentToAllAtOnce, request, sent, sign } from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { life } from './mortal.ts'
import { CREATOR, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

type Rule = { readonly event: 'not-signed' | 'in-setup' | 'email-failed' | 'sms-failed'; readonly action: 'notify' | 'remind' }
const PERIOD = 300
const rule = ({ event, action }: Rule) => {
  const countdown = event === 'not-signed' || event === 'in-setup' ? PERIOD : null
  return { do: 'SetNotificationRule', rule: idOf(`${event} ${action}`), event, action, countdown } as const
}
const REMIND = rule({ event: 'not-signed', action: 'remind' })
const delivered = (on: Stage, to: string, kind: string) => on.post.delivered.filter(({ mail }) => mail.kind === kind && mail.to === to)
const reminders = (on: Stage, part: string) =>
  delivered(on, `${part}@example.org`, 'request').filter(({ mail }) => mail.subject.startsWith('Reminder: '))
const notices = (on: Stage) => delivered(on, CREATOR.email, 'notice')

/** Lets time pass in small steps, so that what follows from one moment is done before the next one. */
async function pass(on: Stage, seconds: number): Promise<void> {
  for (let step = 0; step < seconds; step += 60) {
    await on.rest()
    on.world.advance(60_000)
  }
  await on.rest()
}

test('[D-609 D-616] a signer who has not signed is reminded each time the countdown runs out, with a link that works, until they sign', async () => {
  const on = stage()
  await on.happened(filledBy(sent(having(packInSetup('first', 'second'), REMIND)), 'first'))
  const server = await on.server()
  await pass(on, PERIOD - 60)
  expect(reminders(on, 'first')).toHaveLength(0)
  await pass(on, 120)
  expect(reminders(on, 'first')).toHaveLength(1)
  await pass(on, 2 * PERIOD)
  expect(reminders(on, 'first').length).toBeGreaterThanOrEqual(2)
  expect(reminders(on, 'first').every(({ mail }) => mail.link?.startsWith('https://sign.example.com/sign/'))).toBe(true)
  const before = reminders(on, 'first').length
  await on.command(sign('first'))
  await pass(on, 3 * PERIOD)
  expect(reminders(on, 'first')).toHaveLength(before)
  await server.stop()
})

test('[D-616] a countdown in turn: the second signer is reminded only once it is their turn, and nobody of what they have done', async () => {
  const on = stage()
  await on.happened(filledBy(packSentTo('first', 'second'), 'first'))
  await on.command(REMIND)
  const server = await on.server()
  await pass(on, PERIOD + 120)
  expect(reminders(on, 'second')).toHaveLength(0)
  const toFirst = reminders(on, 'first').length
  expect(toFirst).toBe(1)
  await on.command(sign('first'))
  await pass(on, PERIOD + 180)
  expect(reminders(on, 'second')).toHaveLength(1)
  expect(reminders(on, 'first')).toHaveLength(toFirst)
  await server.stop()
})

test('killed at any step of a period, every signer is reminded of it once, and a second copy is the same mail', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = stage()
      await on.happened(having(sent(packInSetup('first')), REMIND))
      return on
    },
    done: async (on) => (await on.state()).signatories[0]!.request!.state === 'sent' && (await on.count('NotificationDue')) === 1,
    async check(on, where) {
      const moments = await on.count('NotificationDue')
      const mails = reminders(on, 'first').map(({ messageId, mail }) => `${messageId} ${mail.link}`)
      expect(new Set(mails).size, where).toBe(moments)
      expect(moments, where).toBe(1)
    },
  })
  expect(deaths).toContain('before log.append')
  expect(deaths).toContain('after positions.commit')
  expect(deaths.length).toBeGreaterThan(15)
})

test('two owners of one process, and a clock that is a month ahead, remind once', async () => {
  const on = stage()
  await on.happened(having(sent(packInSetup('first')), REMIND))
  const servers = [await on.server(), await on.server()]
  await on.rest()
  on.world.advance(30 * 86_400_000)
  await on.until(
    async () => (await on.state()).signatories[0]!.request!.state === 'sent' && reminders(on, 'first').length > 0,
    'a reminder',
  )
  await on.rest()
  expect(await on.count('NotificationDue')).toBe(1)
  expect(reminders(on, 'first')).toHaveLength(1)
  for (const server of servers) await server.stop()
})

test('a reminder that falls due while the clock is an hour behind is not lost: it comes once the clock is right again', async () => {
  const on = stage()
  await on.happened(having(sent(packInSetup('first')), REMIND))
  let behind = 0
  const clock = { now: () => on.world.clock.now() - behind }
  const server = await on.server(life(), { world: { ...on.world, clock } })
  await on.rest()
  behind = 3_600_000
  await pass(on, PERIOD + 120)
  expect(await on.count('NotificationDue')).toBe(0)
  behind = 0
  await on.until(() => reminders(on, 'first').length > 0, 'the reminder')
  await server.stop()
})

test('[D-612] the owner is notified of a document that stays in setup, in words that name it, and no more once it is sent', async () => {
  const on = stage()
  await on.happened(having(packInSetup('first'), rule({ event: 'in-setup', action: 'notify' })))
  const server = await on.server()
  await pass(on, PERIOD + 60)
  expect(notices(on).map(({ mail }) => mail.text)).toEqual([expect.stringContaining('“Lease” has been in setup for 5 minutes.')])
  await on.command(request)
  await pass(on, 3 * PERIOD)
  expect(notices(on)).toHaveLength(1)
  await server.stop()
})

test('once the creator of a document has left its team, an administrator is notified in their place, and where there is none nobody', async () => {
  for (const [administrator, notified] of [
    [{ name: 'Ada', email: 'ada@example.com' }, ['ada@example.com']],
    [null, []],
  ] as const) {
    const on = stage()
    await on.happened(having(packInSetup('first'), rule({ event: 'in-setup', action: 'notify' })))
    const server = await on.server(life(), { makerOf: async () => null, administratorOf: async () => administrator })
    await pass(on, PERIOD + 60)
    expect(on.post.delivered.filter(({ mail }) => mail.kind === 'notice').map(({ mail }) => mail.to)).toEqual(notified)
    await server.stop()
  }
})

test('[D-610 D-611] the owner is notified once of a mail that comes back and of a message that cannot be sent, each by its own rule', async () => {
  const rules = [rule({ event: 'email-failed', action: 'notify' }), rule({ event: 'sms-failed', action: 'notify' })]
  const notifiedOnceBy = async (on: Stage, key: string) => {
    await on.until(() => notices(on).length === 1, 'the notice')
    await pass(on, 1_200)
    expect(notices(on)).toHaveLength(1)
    expect((await on.state()).notifications.given.map((given) => given.rule)).toEqual([key])
  }
  const byMail = stage()
  await byMail.happened(having(packInSetup('first'), ...rules))
  const server = await byMail.server()
  await byMail.command(request)
  await byMail.until(() => byMail.post.delivered.length === 1, 'the request')
  await byMail.rest()
  await byMail.mailComesBack(byMail.post.delivered[0]!.messageId, '550 no such user')
  await notifiedOnceBy(byMail, rules[0]!.rule)
  await server.stop()

  const bySms = stage()
  const first = { signatory: idOf('first') }
  await bySms.happened(
    having(
      packInSetup('first'),
      { do: 'SetSignatoryMobile', ...first, mobile: '0821234567' },
      { do: 'SetSignatoryChannel', ...first, channel: 'sms' },
      ...rules,
    ),
  )
  const other = await bySms.server()
  await bySms.command(request)
  await notifiedOnceBy(bySms, rules[1]!.rule)
  await other.stop()
})

test('[D-611] the owner is notified once of a mail that is refused as it is sent, for its address or its content, also where a text message would do', async () => {
  const rules = [rule({ event: 'email-failed', action: 'notify' }), rule({ event: 'sms-failed', action: 'notify' })]
  for (const [mood, channel, state] of [
    ['refuses-address', 'email', 'bounced'],
    ['refuses', 'email', 'failed'],
    ['refuses-address', 'email-or-sms', 'bounced'],
  ] as const) {
    const on = stage()
    Object.assign(on.post, { mood, only: 'first@example.org' })
    await on.happened(having(packInSetup('first', 'second'), { do: 'SetSignatoryChannel', signatory: idOf('first'), channel }, ...rules))
    const server = await on.server()
    await on.command(request)
    await on.until(() => notices(on).length === 1, 'the notice')
    await pass(on, 1_200)
    expect(notices(on).map(({ mail }) => mail.text)).toEqual([expect.stringContaining('first')])
    const { signatories, notifications } = await on.state()
    expect(signatories.map(({ request }) => request?.state)).toEqual([state, 'sent'])
    expect(notifications.given).toMatchObject([{ rule: rules[0]!.rule, about: idOf('first') }])
    await server.stop()
  }
})

test('a moment that came while the document lay in the trash comes once it is taken out again', async () => {
  const on = stage()
  await on.happened(having(sent(packInSetup('first')), REMIND))
  const server = await on.server()
  await pass(on, 60)
  await on.command({ do: 'TrashPack' })
  await pass(on, 2 * PERIOD)
  expect(reminders(on, 'first')).toHaveLength(0)
  await on.command({ do: 'RestorePack' })
  await pass(on, 120)
  expect(reminders(on, 'first')).toHaveLength(1)
  await server.stop()
})

test('the owner is notified each time the countdown runs out, and once each time', async () => {
  const on = stage()
  await on.happened(having(sent(packInSetup('first')), rule({ event: 'not-signed', action: 'notify' })))
  const server = await on.server()
  for (const times of [1, 2, 3]) {
    await pass(on, PERIOD + 60)
    expect(notices(on)).toHaveLength(times)
  }
  await server.stop()
})

test('of two signers whose countdowns run out in the same moment each is reminded, and the owner notified of each; a reminder itself notifies nobody else', async () => {
  for (const action of ['remind', 'notify'] as const) {
    const on = stage()
    await on.happened(having(packSentToAllAtOnce('first', 'second'), rule({ event: 'not-signed', action })))
    const server = await on.server()
    await pass(on, PERIOD + 60)
    expect(await on.count('NotificationDue')).toBe(2)
    const expected = action === 'remind' ? [1, 1, 0] : [0, 0, 2]
    expect([reminders(on, 'first').length, reminders(on, 'second').length, notices(on).length]).toEqual(expected)
    await server.stop()
  }
})
