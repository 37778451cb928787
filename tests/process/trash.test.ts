import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadMetrics } from '#pdf/text-layout'
import { type Owners, soleOwner } from '#platform/ownership'
import type { ProcessesDeps } from '#processes'
import { filledBy, having, idOf, packInSetup, request, sent, sign, signatoryIn } from '#tests/pack'
import { letterboxMailer } from './doubles.ts'
import { killedEverywhere } from './killed-everywhere.ts'
import { life } from './mortal.ts'
import { CREATOR, PACK, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

const TRASH = { do: 'TrashPack' } as const
const RESTORE = { do: 'RestorePack' } as const
const asked = having(packInSetup('first', 'second'), request)

async function running(on: Stage, over: Partial<ProcessesDeps> = {}) {
  const server = await on.server(life(), over)
  onTestFinished(() => server.stop())
}
const isSent = async (on: Stage) => (await on.state()).signatories.every((signatory) => signatory.request?.state === 'sent')
const linksOf = async (on: Stage, part: string) => signatoryIn(await on.state(), part).links
/** A requested signer has one mail, under the request's own id, and its link works. */
async function expectAskedOnce(on: Stage): Promise<void> {
  expect(on.post.delivered.map(({ mail }) => mail.to).sort()).toEqual(['first@example.org', 'second@example.org'])
  for (const { mail } of on.post.delivered) expect(mail.replyTo).toEqual({ name: 'Mira Castell', address: 'mira@example.com' })
  expect(await on.count('SignatureRequestQueued')).toBe(2)
  expect(await on.count('SignatureRequestSent')).toBe(2)
  for (const part of ['first', 'second']) expect(await linksOf(on, part)).toHaveLength(1)
}

test('a request whose turn came in the trash goes out once its document is out of it, once', async () => {
  const on = stage()
  await on.happened(having(asked, TRASH))
  await running(on)
  await on.rest()
  expect(on.post.delivered).toEqual([])
  await on.command(RESTORE)
  await on.until(() => isSent(on))
  await expectAskedOnce(on)
})

test('a request that waits for a mail server in the trash goes out with a living link, however often it was in and out', async () => {
  const on = stage()
  await on.happened(asked)
  on.post.mood = 'away'
  await running(on)
  await on.until(() => on.post.rows.size === 2)
  for (const _ of [1, 2]) {
    await on.command(TRASH)
    await on.rest()
    on.world.advance(3_600_000)
    await on.rest()
    await on.command(RESTORE)
    await on.rest()
  }
  await on.command(TRASH, RESTORE)
  on.post.mood = 'takes'
  await on.until(() => isSent(on))
  await expectAskedOnce(on)
})

test('in and out of the trash while the mail is on its way: it goes out once, and its link works', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const own = letterboxMailer(on.post, life())
  let times = 0
  const send: typeof own.send = async (mail, job) => {
    const outcome = await own.send(mail, job)
    if (times++ === 0) await on.command(TRASH, RESTORE)
    return outcome
  }
  await running(on, { mailer: { ...own, send } })
  await on.command(request)
  await on.until(() => isSent(on))
  await on.rest()
  expect(on.post.delivered).toHaveLength(1)
  expect(await linksOf(on, 'first')).toHaveLength(1)
  expect(await on.count('SignatureRequestSent')).toBe(1)
})

test('killed at any step after a document was taken out of the trash, a requested signer has one mail with a link that works', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = stage()
      await on.happened(having(asked, TRASH))
      const before = await on.server()
      await on.rest()
      await before.stop()
      return on
    },
    act: (on) => on.command(RESTORE),
    done: isSent,
    async check(on, where, unrecorded) {
      for (const part of ['first', 'second']) {
        const mails = on.post.delivered.filter(({ mail }) => mail.to === `${part}@example.org`)
        expect(mails.length, where).toBe(unrecorded.has(mails[0]!.mail.key) ? 2 : 1)
        expect(new Set(mails.map(({ messageId, mail }) => `${messageId} ${mail.link}`)).size, where).toBe(1)
        expect(await linksOf(on, part), where).toHaveLength(1)
      }
      expect(await on.count('SignatureRequestSent'), where).toBe(2)
    },
  })
  expect(deaths).toContain('before done requests-again')
  expect(deaths).toContain('after the mail server took the mail')
})

test('a document restored and reverted to setup asks nobody, and a new request asks once', async () => {
  const on = stage()
  await on.happened(having(asked, TRASH))
  await running(on)
  await on.rest()
  await on.command(RESTORE, { do: 'RevertToSetup' })
  await on.rest()
  expect(on.post.delivered).toEqual([])
  await on.command(request)
  await on.until(() => isSent(on))
  expect(on.post.delivered).toHaveLength(2)
})

test('a link that went out before the trash stays dead after it: its request was sent, and is sent again on request', async () => {
  const on = stage()
  await on.happened(asked)
  await running(on)
  await on.until(() => isSent(on))
  await on.command(TRASH, RESTORE)
  await on.rest()
  expect(await linksOf(on, 'first')).toEqual([])
  expect(on.post.delivered).toHaveLength(2)
})

test('a request whose document came out of the trash under an older program, which passed over it, goes out once a newer one takes its place', async () => {
  const on = stage()
  await on.happened(having(asked, TRASH))
  const older = Promise.withResolvers<void>()
  const owners: Owners = {
    async acquireLeadership(name, stopping) {
      await Promise.race([older.promise, stopping])
      return soleOwner.acquireLeadership(name, stopping)
    },
    tryLeadership: soleOwner.tryLeadership,
    close: soleOwner.close,
  }
  // All that is in the log is read, whenever it is asked for: nothing follows from an event here.
  const store = { position: async () => on.log.head(), commit: async () => undefined }
  await running(on, { owners, store })
  await on.rest()
  on.world.advance(10_000)
  await on.command(RESTORE)
  await on.rest()
  expect(on.post.delivered).toEqual([])
  older.resolve()
  await on.until(() => isSent(on))
  await expectAskedOnce(on)
})

test('a notice to the owner whose turn came in the trash is written once the document is out of it, and never twice', async () => {
  const on = stage()
  const signatory = idOf('first')
  const rule = idOf('failed')
  await on.happened(
    having(
      packInSetup('first'),
      { do: 'SetNotificationRule', rule, event: 'email-failed', action: 'notify', countdown: null },
      request,
      ({ state }) => {
        const { id } = signatoryIn(state, 'first').request!
        return { do: 'RecordRequestFailed', signatory, request: id, bounced: true, detail: '550' }
      },
      ({ state }) => {
        const { id } = signatoryIn(state, 'first').request!
        return { do: 'GiveNotification', rule, about: signatory, occasion: id, notice: idOf('notice') }
      },
      TRASH,
    ),
  )
  await running(on)
  await on.rest()
  const notices = () => on.post.delivered.filter(({ mail }) => mail.kind === 'notice' && mail.to === CREATOR.email)
  expect(notices()).toEqual([])
  await on.command(RESTORE)
  await on.until(() => notices().length === 1, 'the notice')
  for (const _ of [1, 2]) await on.command(TRASH, RESTORE)
  await on.rest()
  on.world.advance(3_600_000)
  await on.rest()
  expect(notices()).toHaveLength(1)
})

test('a document that was complete before it went into the trash is sealed, and its copies are sent, once', async () => {
  const on = stage()
  on.files.set(idOf('file'), { pack: PACK, bytes: new TextEncoder().encode('pages') })
  await on.happened(having(filledBy(sent(packInSetup('first')), 'first'), sign('first'), TRASH))
  await running(on)
  const copied = async () => (await on.count('FinalCopySent')) === 2
  await on.until(copied)
  await on.command(RESTORE)
  await on.rest()
  expect(on.post.delivered.map(({ mail }) => mail.to).sort()).toEqual(['first@example.org', CREATOR.email].sort())
})
