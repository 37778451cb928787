import { expect, onTestFinished, test } from 'vitest'
import { having, packInSetup, request, signatoryIn } from '#tests/pack'
import { life } from './mortal.ts'
import { stage } from './stage.ts'

test('before its day signers are reminded, at its end the links end and the sender is notified, and a later day revives them', async () => {
  const on = stage()
  const day = (days: number) => new Date(on.world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  await on.happened(packInSetup('first'))
  const last = day(3)
  await on.command({ do: 'SetExpiry', day: last, remindDays: 1 })
  const server = await on.server(life())
  onTestFinished(() => server.stop())
  await on.command(typeof request === 'function' ? request(having(packInSetup('first'))) : request)
  const mails = () => on.post.delivered.map(({ mail }) => [mail.kind, mail.to, mail.subject])
  await on.until(async () => mails().length === 1)
  expect(on.post.delivered[0]!.mail.text).toContain('You can sign until the end of')
  for (let hour = 0; hour < 60; hour++) {
    on.world.advance(3_600_000)
    await on.rest()
  }
  await on.until(async () => mails().length === 2)
  expect(mails()[1]).toEqual(['request', 'first@example.org', expect.stringMatching(/^Reminder: /)])
  for (let hour = 0; hour < 40; hour++) {
    on.world.advance(3_600_000)
    await on.rest()
  }
  await on.until(async () => (await on.count('RequestsExpired')) === 1)
  await on.until(async () => mails().length === 3)
  expect(mails()[2]).toEqual(['notice', 'mira@example.com', 'Expired: “Lease”'])
  const links = signatoryIn(await on.state(), 'first').links
  expect((await on.state()).expiry).toMatchObject({ day: last, over: true })
  await on.command({ do: 'SetExpiry', day: day(5), remindDays: null })
  expect((await on.state()).expiry).toMatchObject({ over: false })
  expect(signatoryIn(await on.state(), 'first').links).toEqual(links)
  expect(await on.count('ExpiryReminderDue')).toBe(1)
})
