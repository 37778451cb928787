import { beforeAll, expect, test } from 'vitest'
import { loadMetrics } from '#pdf/text-layout'
import { keyOfRejection, OWNER } from '#processes/rejections'
import {
  delivered,
  document,
  having,
  idOf,
  packInSetup,
  packOfTwoSentTo,
  packSentTo,
  packSentToAllAtOnce,
  reject,
  rejectDocument,
  sent,
  signedBy,
} from '#tests/pack'
import { personRecordsOf } from '../../processes/deletion/people/records.ts'
import { killedEverywhere } from './killed-everywhere.ts'
import { CREATOR, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

const PARTS = ['first', 'second', 'third'] as const
const address = (part: string) => `${part}@example.org`
const mailsOf = (on: Stage) => on.post.delivered.map(({ mail }) => mail).filter(({ kind }) => kind === 'rejection')
const writtenTo = (on: Stage) =>
  mailsOf(on)
    .map(({ to }) => to)
    .sort()

test('after a rejection the sender is mailed who and why, and those who signed or were asked that there will be no copy; wherever a server dies, once', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = stage()
      await on.happened(delivered(signedBy(packSentToAllAtOnce(...PARTS), 'first')))
      await on.command(reject('second', 'The rent is wrong.'))
      return on
    },
    done: (on) => [...on.jobs.values()].filter(({ queue, state }) => queue === 'rejections' && state === 'done').length === 3,
    async check(on, where, unrecorded) {
      const again = mailsOf(on).filter(({ key }) => unrecorded.has(key)).length
      expect(writtenTo(on).length - again, where).toBeLessThanOrEqual(3)
      expect([...new Set(writtenTo(on))], where).toEqual([address('first'), CREATOR.email, address('third')].sort())
      const to = (email: string) => mailsOf(on).find((mail) => mail.to === email)!.text
      expect(to(CREATOR.email)).toMatch(/declined to sign “Lease”[\s\S]*Reason: The rent is wrong\./)
      expect(to(address('first'))).toMatch(/will not be completed[\s\S]*There will be no signed copy of it\./)
      expect(to(address('third'))).toContain('There is nothing left for you to sign')
      // Who it was, and why, was said to the sender alone.
      for (const part of ['first', 'third']) expect(to(address(part))).not.toMatch(/rent|second/i)
    },
  })
  expect(deaths.length).toBeGreaterThan(3)
})

test('of one document that was rejected the sender alone is mailed, with the reason; with the last one all are', async () => {
  const on = stage()
  await on.happened(packOfTwoSentTo('first', 'second'))
  const server = await on.server()
  await on.command(rejectDocument('first', idOf('annex'), 'Too dear'))
  await on.until(() => mailsOf(on).length > 0, 'the mail to the sender')
  await on.rest()
  expect(writtenTo(on)).toEqual([CREATOR.email])
  expect(mailsOf(on)[0]!.text).toMatch(/first signer declined to sign “Lease”, one of 2 documents in “Lease”[\s\S]*Reason: Too dear/)
  await on.command(rejectDocument('first', document))
  await on.until(() => mailsOf(on).length > 1, 'the mail about the whole')
  await on.rest()
  expect(mailsOf(on).map(({ text }) => /will not be completed/.test(text))).toEqual([false, true])
  await server.stop()
})

test('signers who were not asked yet, or are not to be written to, get nothing of a rejection', async () => {
  const inTurn = stage()
  await inTurn.happened(delivered(packSentTo('first', 'second')))
  const server = await inTurn.server()
  await inTurn.command(reject('first'))
  await inTurn.until(() => mailsOf(inTurn).length > 0, 'the mail to the sender')
  await inTurn.rest()
  expect(writtenTo(inTurn)).toEqual([CREATOR.email])
  await server.stop()

  const quiet = stage()
  const off = (about: 'signing' | 'viewing') => ({ do: 'SwitchNotifications', signatory: idOf('first'), about, on: false }) as const
  await quiet.happened(signedBy(sent(having(packInSetup('first', 'second'), off('signing'), off('viewing'))), 'first'))
  const other = await quiet.server()
  await quiet.command(reject('second'))
  await quiet.until(() => mailsOf(quiet).length > 0, 'the mail to the sender')
  await quiet.rest()
  expect(writtenTo(quiet)).toEqual([CREATOR.email])
  await other.stop()
})

test('mails about a rejection go with the data of their recipients, and of the one who declined', () => {
  const declined = having(packSentToAllAtOnce('first', 'second'), reject('first'))
  const { id } = declined.events.find(({ fact }) => fact.type === 'PackRejected')!
  const [first, second] = [idOf('first'), idOf('second')]
  expect(personRecordsOf(declined.events, [first]).mails).toEqual(
    expect.arrayContaining([keyOfRejection(id, first), keyOfRejection(id, OWNER)]),
  )
  expect(personRecordsOf(declined.events, [second]).mails).toContain(keyOfRejection(id, second))
  expect(personRecordsOf(declined.events, [second]).mails).not.toContain(keyOfRejection(id, OWNER))
})
