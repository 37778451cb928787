import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { loadMetrics } from '#pdf/text-layout'
import { commandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { ProcessesDeps } from '#processes'
import { conversionQueues, filePasswords } from '#processes/conversion'
import { packsFor } from '#processes/engine'
import { NO_MESSAGES } from '#processes/requests'
import {
  converted,
  create,
  document,
  filledBy,
  having,
  idOf,
  nothingYet,
  packInSetup,
  packSentTo,
  request,
  sent,
  sign,
  signatoryIn,
  signedBy,
} from '#tests/pack'
import { bytesIn, letterboxMailer, memoryFiles, messageIdOf, plainIntake, plainSealer } from './doubles.ts'
import { life } from './mortal.ts'
import { PACK, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

async function running(on: Stage, over: Partial<ProcessesDeps> = {}) {
  const server = await on.server(life(), over)
  onTestFinished(() => server.stop())
  return server
}
const requestOf = async (on: Stage, part: string) => signatoryIn(await on.state(), part).request
const sealingOf = async (on: Stage) => (await on.state()).documents[0]!.sealing
const pages = (on: Stage) => on.files.set(idOf('file'), { pack: PACK, bytes: new TextEncoder().encode('pages') })
const lastSignature = filledBy(sent(packInSetup('first')), 'first')

test('[D-236 D-169] requesting signatures sends each signatory a mail with a link of their own, and counts it', async () => {
  const on = stage()
  await on.happened(packInSetup('first', 'second'))
  await running(on)
  await on.command(request)
  await on.until(async () => (await on.count('SignatureRequestSent')) === 2)
  const links = on.post.delivered.map(({ mail }) => mail.link!)
  expect(new Set(links).size).toBe(2)
  for (const [part, link] of [
    ['first', links[0]!],
    ['second', links[1]!],
  ] as const) {
    const token = link.replace('https://sign.example.com/sign/', '')
    expect(Buffer.from(token, 'base64url')).toHaveLength(20)
    // Known to the key index by its hash alone, and alive.
    const entry = await on.keyIndex.find(digestOf(token), 'link')
    expect(entry).toMatchObject({ pack: PACK, extra: { signatory: idOf(part), inPerson: false } })
    expect(signatoryIn(await on.state(), part).links).toEqual([{ link: entry?.extra?.link, purpose: 'sign' }])
    expect(signatoryIn(await on.state(), part).requestsSent).toBe(1)
  }
  expect(JSON.stringify([...on.jobs], null, 1)).not.toContain('@example.org')
  expect(JSON.stringify(on.world.logged)).not.toMatch(/@example.org|\/sign\//)
})

test('[D-482] when a signatory finishes, the next one in order is asked', async () => {
  const on = stage()
  await on.happened(having(packInSetup('first', 'second'), { do: 'SetSequentialSigning', on: true }))
  await running(on)
  await on.command(request)
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  await on.rest()
  expect(on.post.delivered.map(({ mail }) => mail.to)).toEqual(['first@example.org'])
  await on.command(
    { do: 'FillField', field: idOf('first signature'), by: idOf('first'), value: { method: 'typed', text: 'F' } },
    sign('first'),
  )
  await on.until(async () => (await requestOf(on, 'second'))?.state === 'sent')
  expect(on.post.delivered.map(({ mail }) => mail.to)).toEqual(['first@example.org', 'second@example.org'])
})

test('a request sent again is another mail, and both links work', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  await running(on)
  await on.command(request)
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  await on.command({ do: 'ResendRequest', signatory: idOf('first'), request: idOf('resent') })
  await on.until(async () => signatoryIn(await on.state(), 'first').requestsSent === 2)
  expect(new Set(on.post.delivered.map(({ messageId }) => messageId)).size).toBe(2)
  expect(signatoryIn(await on.state(), 'first').links).toHaveLength(2)
})

test('[D-486] a request sent again goes by the channel that is named; where that is not set up, the signatory says so', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  await running(on)
  await on.command(request)
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  await on.command({ do: 'ResendRequest', signatory: idOf('first'), request: idOf('by text'), channel: 'sms' })
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'failed')
  expect(await requestOf(on, 'first')).toMatchObject({ id: idOf('by text'), detail: NO_MESSAGES })
  expect(on.post.delivered).toHaveLength(1)
  await on.command({ do: 'ResendRequest', signatory: idOf('first'), request: idOf('by mail'), channel: 'email' })
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  expect(on.post.delivered).toHaveLength(2)
  expect(signatoryIn(await on.state(), 'first').channel).toBe('email')
})

test('a mail that waits while the pack is reverted is never sent, and its link never works', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  on.post.mood = 'away'
  await running(on)
  await on.command(request)
  await on.until(() => on.post.rows.size === 1)
  await on.command({ do: 'RevertToSetup' })
  on.post.mood = 'takes'
  on.world.advance(3_600_000)
  await on.rest()
  expect(on.post.delivered).toEqual([])
  expect(signatoryIn(await on.state(), 'first')).toMatchObject({ links: [], request: null, requestsSent: 0 })
})

test('while the mail server is away a request waits, and goes when it is back', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  on.post.mood = 'away'
  await running(on)
  await on.command(request)
  await on.rest()
  on.world.advance(60_000)
  await on.rest()
  expect((await requestOf(on, 'first'))?.state).toBe('queued')
  on.post.mood = 'takes'
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  expect(on.post.delivered).toHaveLength(1)
  expect(await on.count('SigningLinkIssued')).toBe(1)
})

test('a mail server that stays away is shown at the signatory, and does not wait for ever', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  on.post.mood = 'away'
  await running(on)
  await on.command(request)
  for (let hour = 0; hour < 30; hour++) {
    on.world.advance(2 * 3_600_000)
    await on.rest()
  }
  expect(await requestOf(on, 'first')).toMatchObject({ state: 'failed', detail: 'ECONNREFUSED' })
})

test('a mail server that was away overnight is handed every mail once it is back', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  on.post.mood = 'away'
  await running(on)
  await on.command(request)
  for (let minute = 0; minute < 14 * 60; minute += 10) {
    on.world.advance(10 * 60_000)
    await on.rest()
  }
  expect(await requestOf(on, 'first')).toMatchObject({ state: 'queued' })
  on.post.mood = 'takes'
  on.world.advance(2 * 3_600_000)
  await on.rest()
  expect(await requestOf(on, 'first')).toMatchObject({ state: 'sent' })
})

test('a request and a final copy whose mails cannot even be written down are given up in the end, and say so', async () => {
  for (const [story, last, failed] of [
    [packInSetup('first'), request, 'SignatureRequestFailed'],
    [lastSignature, sign('first'), 'FinalCopyFailed'],
  ] as const) {
    const on = stage()
    pages(on)
    await on.happened(story)
    const mailer = letterboxMailer(on.post, life())
    await running(on, { mailer: { ...mailer, send: () => Promise.reject(new Error('read ECONNRESET')) } })
    await on.command(last)
    for (let hour = 0; hour < 30; hour++) {
      on.world.advance(2 * 3_600_000)
      await on.rest()
    }
    expect(await on.count(failed)).toBeGreaterThan(0)
  }
})

test('an address that the mail server refuses, and a mail that comes back later, are shown at their signatory', async () => {
  const on = stage()
  await on.happened(packInSetup('first', 'second'))
  on.post.mood = 'refuses-address'
  await running(on)
  await on.command(request)
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'bounced' && (await requestOf(on, 'second'))?.state === 'bounced')
  expect(await requestOf(on, 'first')).toMatchObject({ detail: '550 no such user' })
  on.post.mood = 'takes'
  const signatory = idOf('first')
  await on.command({ do: 'CorrectAddress', signatory, email: 'right@example.org', request: idOf('corrected') })
  await on.until(async () => (await requestOf(on, 'first'))?.state === 'sent')
  expect(on.post.delivered.map(({ mail }) => mail.to)).toEqual(['right@example.org'])
  expect(await on.mailComesBack(on.post.delivered[0]!.messageId, 'mailbox full')).toBe(PACK)
  expect(await requestOf(on, 'first')).toMatchObject({ state: 'bounced', detail: 'mailbox full' })
  expect(await on.mailComesBack('<unknown@example.com>', 'x')).toBeNull()
})

test('a link is no link before the mail leaves: one that was voided in that moment is not sent', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  // The revert comes between the link's event and the mail.
  const reverting: typeof on.keyIndex = {
    ...on.keyIndex,
    async register(entries) {
      await on.command({ do: 'RevertToSetup' })
      return on.keyIndex.register(entries)
    },
  }
  await running(on, { keyIndex: reverting })
  await on.command(request)
  await on.until(async () => (await on.state()).status === 'setup')
  await on.rest()
  expect(on.post.rows.size).toBe(0)
  expect(await on.count('SigningLinkIssued')).toBe(0)
})

test('a disk that fills up while sealing is a visible failure, and the file is sealed once there is room', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on)
  on.disk.full = true
  await on.command(sign('first'))
  await on.rest()
  expect(await sealingOf(on)).toMatchObject({ state: 'failed', reason: 'no-space', final: false, attempt: 1 })
  expect((await on.state()).status).toBe('complete')
  on.disk.full = false
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
  expect(await on.count('DocumentSealed')).toBe(1)
  expect([...on.files.keys()]).toHaveLength(2)
})

test('what attempts that were given up have stored is taken away, also where that fails at first', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const files = memoryFiles(on.files, on.disk)
  const broken = new Error('read ECONNRESET')
  const over = { store: 1, abandon: 1 }
  const breaking: Partial<typeof files> = {
    // It was stored, and nobody received it.
    async store(key, content) {
      const stored = await files.store(key, content)
      if (over.store-- > 0) throw broken
      return stored
    },
    async abandon(file) {
      if (over.abandon-- > 0) throw broken
      await files.abandon(file)
    },
  }
  await running(on, { files: { ...files, ...breaking } })
  await on.command(sign('first'))
  await on.until(async () => (await sealingOf(on)).state === 'sealed' && on.files.size === 2)
  expect(await sealingOf(on)).toMatchObject({ attempt: 2 })
  expect(over.abandon).toBeLessThan(0)
})

test('an attempt that ends after it was given up leaves no file behind, though nothing is ever sealed', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const gate = Promise.withResolvers<void>()
  let signing = false
  const sealer: typeof plainSealer = {
    ...plainSealer,
    async sign(asked) {
      signing = true
      await gate.promise
      return plainSealer.sign(asked)
    },
  }
  const stored: string[] = []
  const files = memoryFiles(on.files, on.disk)
  const store: typeof files.store = (key, ...content) => {
    stored.push(key)
    return files.store(key, ...content)
  }
  await running(on, { sealer, files: { ...files, store } })
  await on.command(sign('first'))
  await on.until(async () => signing && (await sealingOf(on)).state === 'running')
  await on.command({ do: 'RecordSealingFailure', document, attempt: 1, reason: 'took-too-long', final: true })
  gate.resolve()
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(await on.count('DocumentSealed')).toBe(0)
  expect(stored).toHaveLength(1)
  expect([...on.files.keys()]).toEqual([idOf('file')])
})

test('an attempt that was given up while its pages were stamped asks for no signature, and tells of no trouble', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const sealer: typeof plainSealer = {
    async stamp(given) {
      asked.push('stamp')
      await gate.promise
      return plainSealer.stamp(given)
    },
    sign(given) {
      asked.push('sign')
      return plainSealer.sign(given)
    },
  }
  await running(on, { sealer })
  await on.command(sign('first'))
  await on.until(async () => asked.length === 1 && (await sealingOf(on)).state === 'running')
  await on.command({ do: 'RecordSealingFailure', document, attempt: 1, reason: 'took-too-long', final: true })
  gate.resolve()
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(asked).toEqual(['stamp'])
  expect(on.world.logged).toEqual([])
})

test('a run that was overtaken before it could begin makes nothing, and looks later whether the others did', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const gate = Promise.withResolvers<void>()
  const { handle, ...handler } = commandHandler(on)
  let held = false
  const asked: string[] = []
  const sealer: typeof plainSealer = {
    ...plainSealer,
    stamp(given) {
      asked.push('stamp')
      return plainSealer.stamp(given)
    },
  }
  await running(on, {
    sealer,
    handler: {
      ...handler,
      async handle(command) {
        if (command.idempotency?.id.endsWith('start 1') && !held) {
          held = true
          await gate.promise
        }
        return handle(command)
      },
    },
  })
  await on.command(sign('first'))
  await on.until(() => held)
  // The next owner has begun twice by now.
  const { handle: again } = commandHandler(on)
  const [key] = [...on.jobs].flatMap(([name, { queue }]) => (queue === 'sealing' ? [name] : []))
  const others = packsFor('sealing', { handler: { ...handler, handle: again }, defaultCountry: 'ZA' })
  const because = (step: string) => ({ cause: key!, step })
  await others.perform(PACK, { do: 'StartSealing', document, attempt: 1 }, because('start 1'))
  await others.perform(PACK, { do: 'StartSealing', document, attempt: 2 }, because('start 2'))
  gate.resolve()
  await on.rest()
  expect(asked).toEqual([])
  expect(await sealingOf(on)).toMatchObject({ state: 'running', attempt: 2 })
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(asked).toEqual(['stamp'])
  expect(await sealingOf(on)).toMatchObject({ state: 'sealed', attempt: 3 })
})

test('a run that was given up, overtakes the one that took its place, and fails: the file is sealed all the same', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const gate = Promise.withResolvers<void>()
  let stamped = 0
  const sealer: typeof plainSealer = {
    ...plainSealer,
    async stamp(given) {
      stamped += 1
      await gate.promise
      return plainSealer.stamp(given)
    },
  }
  await running(on, { sealer })
  await on.command(sign('first'))
  await on.until(async () => stamped === 1 && (await sealingOf(on)).state === 'running')
  const failure = { do: 'RecordSealingFailure', document, attempt: 2, reason: 'internal', final: false } as const
  await on.command({ do: 'StartSealing', document, attempt: 2 })
  gate.resolve()
  await on.rest()
  await on.command(failure)
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(await sealingOf(on)).toMatchObject({ state: 'sealed', attempt: 3 })
  expect(on.files.size).toBe(2)
})

test('nothing is tidied while a new seal is made, whose file would go too; the removal follows', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const files = memoryFiles(on.files, on.disk)
  const gate = Promise.withResolvers<void>()
  let stored = 0
  let away = true
  await running(on, {
    files: {
      ...files,
      async store(key, content) {
        const done = await files.store(key, content)
        stored++
        if (stored === 1) throw new Error('read ECONNRESET')
        if (stored === 3) await gate.promise
        return done
      },
      abandon: (file) => (away ? Promise.reject(new Error('read ECONNRESET')) : files.abandon(file)),
    },
  })
  await on.command(sign('first'))
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
  await on.command({ do: 'RenewSeal', document })
  await on.until(() => stored === 3)
  away = false
  const tidying = () => [...on.jobs.values()].filter(({ queue }) => queue === 'sealing-tidy').map(({ state }) => state)
  await on.until(() => tidying().join() === 'done')
  gate.resolve()
  await on.until(async () => (await on.count('DocumentSealed')) === 2)
  await on.until(() => tidying().join() === 'done,done')
  const { sealing, earlierFinals } = (await on.state()).documents[0]!
  const finals = [...earlierFinals.map(({ file }) => file), sealing.state === 'sealed' ? sealing.file : '']
  expect(new Set(on.files.keys())).toEqual(new Set([idOf('file'), ...finals]))
  expect(finals).toHaveLength(2)
})

test('a new seal takes no file away that was final before', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on)
  await on.command(sign('first'))
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
  await on.command({ do: 'RenewSeal', document })
  const documentNow = async () => (await on.state()).documents[0]!
  await on.until(async () => (await documentNow()).earlierFinals.length === 1)
  await on.rest()
  const { sealing, earlierFinals } = await documentNow()
  const finals = [...earlierFinals.map(({ file }) => file), sealing.state === 'sealed' ? sealing.file : '']
  expect(new Set(finals).size).toBe(2)
  for (const file of finals) expect(on.files.get(file)?.bytes, file).toBeTruthy()
})

test('when the last attempt has failed somebody may ask for another one', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on)
  on.disk.full = true
  await on.command(sign('first'))
  await on.until(async () => {
    const sealing = await sealingOf(on)
    return sealing.state === 'failed' && sealing.final
  })
  on.disk.full = false
  on.world.advance(10 * 3_600_000)
  await on.rest()
  expect(await sealingOf(on)).toMatchObject({ state: 'failed', reason: 'no-space', final: true, attempt: 10 })
  await on.command({ do: 'RetrySealing', document })
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
  await on.until(async () => (await on.count('FinalCopySent')) === 2)
})

/** The same log, which is away for the next few events of a type from then on. */
function awayFor(on: Stage, kind: string, from: () => boolean, times: number): EventLog {
  let lost = 0
  return {
    ...on.log,
    append(stream, expected, events) {
      if (lost === times || !from() || !events.some(({ type }) => type === kind)) return on.log.append(stream, expected, events)
      lost++
      return Promise.reject(new Error('the log is away'))
    },
  }
}

test('a seal whose failures could not be recorded either is given up in the end, and is made when somebody asks', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  const log = awayFor(on, 'SealingFailed', () => true, 10)
  let broken = true
  const sealer: typeof plainSealer = {
    ...plainSealer,
    sign: async (asked) => (broken ? { ok: false, reason: 'internal', words: 'for the log' } : plainSealer.sign(asked)),
  }
  await running(on, { sealer, handler: commandHandler({ log, keys: on.keys, world: on.world }) })
  await on.command(sign('first'))
  await on.until(async () => (await sealingOf(on)).state === 'failed')
  expect(await sealingOf(on)).toMatchObject({ reason: 'took-too-long', final: true })
  broken = false
  await on.command({ do: 'RetrySealing', document })
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
})

test('a seal whose last attempt could not begin, because the log was away, is not left to look as if it were tried again', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  let failures = 0
  const sealer: typeof plainSealer = { ...plainSealer, sign: async () => ({ ok: false, reason: 'internal', words: `the ${++failures}th` }) }
  const log = awayFor(on, 'SealingStarted', () => failures === 9, 3)
  await running(on, { sealer, handler: commandHandler({ log, keys: on.keys, world: on.world }) })
  await on.command(sign('first'))
  await on.until(async () => failures === 9)
  await on.until(async () => {
    const sealing = await sealingOf(on)
    return sealing.state === 'failed' && sealing.final
  })
  await on.command({ do: 'RetrySealing', document })
  await on.until(async () => failures > 10)
})

test('a request that failed for good while the log was away says so once the log is back', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  on.post.mood = 'away'
  const log = awayFor(on, 'SignatureRequestFailed', () => true, 4)
  await running(on, { handler: commandHandler({ log, keys: on.keys, world: on.world }) })
  await on.command(request)
  for (let hour = 0; hour < 40; hour++) {
    on.world.advance(2 * 3_600_000)
    await on.rest()
  }
  expect(await requestOf(on, 'first')).toMatchObject({ state: 'failed', detail: 'ECONNREFUSED' })
})

test('each failure of the sealer has its reason, and one that would only repeat itself is final at once', async () => {
  for (const [reason, final] of [
    ['certificate', true],
    ['damaged', true],
    ['took-too-long', false],
    ['took-too-much-memory', false],
    ['internal', false],
  ] as const) {
    const on = stage()
    pages(on)
    await on.happened(lastSignature)
    const sealer = { ...plainSealer, sign: async () => ({ ok: false, reason, words: 'for the log' }) as const }
    await running(on, { sealer })
    await on.command(sign('first'))
    await on.rest()
    expect(await sealingOf(on)).toMatchObject({ state: 'failed', reason, final })
  }
})

test('a certificate that cannot be read, or has expired, is said to be the reason', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on, { credential: () => Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' })) })
  await on.command(sign('first'))
  await on.rest()
  expect(await sealingOf(on)).toMatchObject({ state: 'failed', reason: 'certificate', final: true })
})

test('sealing tells how far it is', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on)
  await on.command(sign('first'))
  await on.until(async () => (await sealingOf(on)).state === 'sealed')
  expect(on.progress).toEqual(['sealing 1/4', 'sealing 2/4', 'sealing 3/4', 'sealing 4/4'])
})

const attaching = (maxAttachmentBytes: number) => ({
  ...{ publicUrl: 'https://sign.example.com', defaultCountry: 'ZA', tokenKey: new Uint8Array(32) },
  maxAttachmentBytes,
})

test('without a mail server a request and a final copy that are kept for readers of the outbox count as sent', async () => {
  const on = stage()
  pages(on)
  await on.happened(packInSetup('first'))
  const mailer = letterboxMailer(on.post, life())
  await running(on, { mailer: { ...mailer, send: async () => ({ state: 'kept', detail: null }) } })
  await on.command(request)
  await on.until(async () => (await on.count('SignatureRequestSent')) === 1)
  await on.command(
    { do: 'FillField', field: idOf('first signature'), by: idOf('first'), value: { method: 'typed', text: 'F' } },
    sign('first'),
  )
  await on.until(async () => (await on.count('FinalCopySent')) === 2)
  expect(await on.count('FinalCopyFailed')).toBe(0)
})

test('a final file that is too large for a mail goes as a link of the recipient’s own', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on, { config: attaching('signed(pages + first)'.length - 1) })
  await on.command(sign('first'))
  await on.until(async () => (await on.count('FinalCopySent')) === 2)
  const links = on.post.delivered.map(({ mail }) => mail.link!)
  expect(new Set(links).size).toBe(2)
  for (const [at, recipient] of [idOf('first'), idOf('creator')].entries()) {
    expect(on.post.delivered[at]!.mail.attachments).toBeUndefined()
    const token = links[at]!.replace('https://sign.example.com/app/final/', '')
    expect(await on.keyIndex.find(digestOf(token), 'download')).toMatchObject({ pack: PACK, extra: { recipient } })
  }
})

test('a final copy that comes back is recorded for its recipient; one that fills a mail to its last byte went in it', async () => {
  const on = stage()
  pages(on)
  await on.happened(lastSignature)
  await running(on, { config: attaching('signed(pages + first)'.length) })
  await on.command(sign('first'))
  await on.until(async () => (await on.count('FinalCopySent')) === 2)
  const { mail } = on.post.delivered[0]!
  const [attachment] = mail.attachments!
  const chunks: Buffer[] = []
  for await (const chunk of await attachment!.open()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe('signed(pages + first)')
  expect(attachment!.filename).toBe('Lease.signed.pdf')
  expect(await on.mailComesBack(messageIdOf(mail.key), 'mailbox full')).toBe(PACK)
  expect((await on.state()).finalCopies[idOf('first')]?.state).toBe('bounced')
})

test('a final copy that another one has taken the place of is not sent, whenever its turn comes', async () => {
  const on = stage()
  pages(on)
  await on.happened(signedBy(sent(packInSetup('first')), 'first'))
  const recipient = idOf('first')
  const [first, second] = [idOf('failed mail'), idOf('mail in its place')]
  await on.command(
    { do: 'QueueFinalCopy', recipient, mail: first },
    { do: 'RecordFinalCopyFailed', recipient, mail: first, bounced: false },
    { do: 'QueueFinalCopy', recipient, mail: second },
  )
  await running(on)
  await on.until(async () => (await on.state()).finalCopies[recipient]?.state === 'sent')
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  const toFirst = on.post.delivered.filter(({ mail }) => mail.to === 'first@example.org' && mail.kind === 'copy')
  expect(toFirst.map(({ mail }) => mail.key)).toEqual([`copy:${second}`])
})

test('a completed pack that goes to the trash is still sealed and sent to those who signed', async () => {
  const on = stage()
  pages(on)
  await on.happened(having(signedBy(packSentTo('first'), 'first'), { do: 'TrashPack' }))
  await running(on)
  await on.until(async () => (await on.count('FinalCopySent')) === 2)
})

const [add, receive] = converted()
const locked = (on: Stage) => on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('locked') })

test('a password is handed over in memory, used, and stored nowhere', async () => {
  const on = stage()
  locked(on)
  await on.happened(having(nothingYet, create, add!))
  await running(on)
  await on.passwords.hold(idOf('upload'), 'sesame')
  await on.command(receive!)
  await on.until(async () => (await on.count('DocumentConverted')) === 1)
  const everything = JSON.stringify([await on.log.read(`pack-${PACK}`, 0n, 100), [...on.jobs], on.world.logged, [...on.post.rows]])
  expect(everything).not.toContain('sesame')
})

test('without its password, or with a wrong one, a file waits for another try', async () => {
  const on = stage()
  locked(on)
  await on.happened(having(nothingYet, create, add!))
  await running(on)
  await on.command(receive!)
  const conversion = async () => (await on.state()).documents[0]!.conversion
  await on.until(async () => (await conversion()).state === 'failed')
  expect(await conversion()).toMatchObject({ reason: 'password-required' })
  await on.passwords.hold(idOf('upload'), 'guess')
  await on.command({ do: 'RetryConversion', document })
  await on.until(async () => (await on.count('ConversionFailed')) === 2)
  expect(await conversion()).toMatchObject({ state: 'failed', reason: 'password-wrong' })
  await on.passwords.hold(idOf('upload'), 'sesame')
  await on.command({ do: 'RetryConversion', document })
  await on.until(async () => (await conversion()).state === 'converted')
  expect(on.progress).toContain('conversion 2/2')
})

test('a password that nobody asked for is forgotten soon', async () => {
  const on = stage()
  locked(on)
  await on.happened(having(nothingYet, create, add!))
  await running(on)
  await on.passwords.hold(idOf('upload'), 'sesame')
  on.world.advance(11 * 60_000)
  await on.command(receive!)
  await on.until(async () => (await on.count('ConversionFailed')) === 1)
})

test('what runs of a conversion have stored is taken away, however often that fails', async () => {
  const on = stage()
  on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('lease') })
  await on.happened(having(nothingYet, create, add!))
  const files = memoryFiles(on.files, on.disk)
  const broken = new Error('read ECONNRESET')
  const over = { store: 2, removing: 30 }
  const removing = (remove: () => Promise<void>) => (over.removing-- > 0 ? Promise.reject(broken) : remove())
  const breaking: Partial<typeof files> = {
    // They were stored, and nobody received them.
    async store(key, content) {
      const stored = await files.store(key, content)
      if (over.store-- > 0) throw broken
      return stored
    },
    remove: (key) => removing(() => files.remove(key)),
    abandon: (file) => removing(() => files.abandon(file)),
  }
  await running(on, { files: { ...files, ...breaking } })
  await on.command(receive!)
  const conversion = async () => (await on.state()).documents[0]!.conversion
  await on.until(async () => (await conversion()).state === 'converted' && on.files.size === 2)
  expect(await on.count('DocumentConverted')).toBe(1)
  expect(over.removing).toBeLessThan(0)
})

test('a conversion that comes to nothing again and again is given up, leaves nothing behind, and is tried again when somebody asks', async () => {
  const on = stage()
  on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('lease') })
  await on.happened(having(nothingYet, create, add!))
  const files = memoryFiles(on.files, on.disk)
  let broken = true
  let stored = 0
  await running(on, {
    files: {
      ...files,
      async store(key, content) {
        stored++
        const done = await files.store(key, content)
        if (broken) throw new Error('read ECONNRESET')
        return done
      },
    },
  })
  await on.command(receive!)
  const conversion = async () => (await on.state()).documents[0]!.conversion
  await on.until(async () => (await conversion()).state === 'failed')
  expect(await conversion()).toMatchObject({ reason: 'took-too-long' })
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(stored).toBe(6)
  expect([...on.files.keys()]).toEqual([idOf('upload')])

  broken = false
  await on.command({ do: 'RetryConversion', document })
  await on.until(async () => (await conversion()).state === 'converted')
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect(await on.count('ConversionFailed')).toBe(1)
  expect(on.files.size).toBe(2)
})

/** An intake that is not through in time with the first so many files it is given. */
function slowIntake(slow: number) {
  const seen = { tries: 0 }
  const convert: typeof plainIntake.convert = (upload, progress) =>
    ++seen.tries > slow ? plainIntake.convert(upload, progress) : Promise.resolve({ ok: false, reason: 'took-too-long', words: '' })
  return { intake: { ...plainIntake, convert }, seen }
}

test('a conversion that was not through in time, as on a machine with much else to do, is tried once more by itself, with its password', async () => {
  const on = stage()
  locked(on)
  await on.happened(having(nothingYet, create, add!))
  const { intake, seen } = slowIntake(1)
  await running(on, { intake })
  await on.passwords.hold(idOf('upload'), 'sesame')
  await on.command(receive!)
  await on.until(async () => (await on.state()).documents[0]!.conversion.state !== 'converting')
  expect((await on.state()).documents[0]!.conversion).toMatchObject({ state: 'converted' })
  expect(seen.tries).toBe(2)
})

test('a file that is never through in time costs two tries each time somebody asks for it, and no more', async () => {
  const on = stage()
  locked(on)
  await on.happened(having(nothingYet, create, add!))
  const { intake, seen } = slowIntake(Number.POSITIVE_INFINITY)
  // A password that comes while it is tried asks for a try of its own.
  const convert: typeof intake.convert = async (...given) => {
    if (seen.tries === 2) await on.passwords.hold(idOf('upload'), 'sesame')
    return intake.convert(...given)
  }
  await running(on, { intake: { ...intake, convert } })
  await on.command(receive!)
  await on.until(async () => (await on.count('ConversionFailed')) === 1)
  expect(seen.tries).toBe(2)
  await on.command({ do: 'RetryConversion', document })
  await on.until(async () => (await on.count('ConversionFailed')) === 2)
  await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'))
  expect((await on.state()).documents[0]!.conversion).toMatchObject({ reason: 'took-too-long' })
  expect(seen.tries).toBe(4)
})

test('a conversion that was overtaken by another upload says nothing', async () => {
  const on = stage()
  const release = Promise.withResolvers<void>()
  on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('old') })
  on.files.set(idOf('newer'), { pack: PACK, bytes: new TextEncoder().encode('new') })
  await on.happened(having(nothingYet, create, add!))
  await running(on, {
    intake: {
      ...plainIntake,
      async convert(upload, progress) {
        if (Buffer.from(bytesIn(upload)).toString() === 'old') await release.promise
        return plainIntake.convert(upload, progress)
      },
    },
  })
  await on.command(receive!)
  await on.rest()
  await on.command({ do: 'ReceiveFile', document, file: idOf('newer'), digest: digestOf('newer'), size: 3, filename: 'newer.pdf' })
  await on.until(async () => (await on.count('DocumentConverted')) === 1)
  release.resolve()
  await on.rest()
  expect(await on.count('DocumentConverted')).toBe(1)
  const conversion = (await on.state()).documents[0]!.conversion
  expect(conversion).toMatchObject({ state: 'converted', source: idOf('newer') })
  // What the late one had made is not kept.
  expect(on.files.size).toBe(3)
})

function conversionQueue(on: Stage, intake: typeof plainIntake) {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  return conversionQueues({
    packs: packsFor('conversion', { handler, defaultCountry: 'ZA' }),
    files: memoryFiles(on.files, { full: false }),
    intake,
    passwords: filePasswords(on.world.timers),
    log: on.world.log,
    progress: () => undefined,
  })[0]!
}

test('however long one file may take, its conversion is not given to another before it had that, behind another file and with a password that came late', () => {
  for (const longestMs of [1_000, 60_000, 600_000]) {
    const { settings } = conversionQueue(stage(), { ...plainIntake, longestMs })
    expect(settings.timeoutSeconds * 1000).toBeGreaterThan(2 * 2 * longestMs)
  }
})

test('a run of a conversion that was given up says nothing any more, though somebody has asked for it again', async () => {
  const on = stage()
  on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('old') })
  await on.happened(having(nothingYet, create, add!, receive!))
  const [reading, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { handler: convert } = conversionQueue(on, {
    ...plainIntake,
    async convert(upload, progress) {
      reading.resolve()
      await release.promise
      return plainIntake.convert(upload, progress)
    },
  })
  const job = (attempt: number) => ({ key: 'conversion:1', attempt, last: false, signal: new AbortController().signal })
  const data = { pack: PACK, document, source: idOf('upload') }
  const late = convert(data, job(1))
  await reading.promise
  await convert(data, job(7))
  await on.command({ do: 'RetryConversion', document })
  release.resolve()
  await late
  // Its file may be gone by now: the process asked again makes one that is not.
  expect((await on.state()).documents[0]!.conversion.state).toBe('converting')
  expect(await on.count('DocumentConverted')).toBe(0)
})

test('a process that cannot read its position tries again and says so meanwhile', async () => {
  const on = stage()
  await on.happened(having(packInSetup('first'), request))
  let away = true
  const server = await running(on, {
    store: {
      position: () => (away ? Promise.reject(new Error('connection refused')) : Promise.resolve('')),
      commit: async (_process, _to, effects) => {
        for (const { queue, key, data } of effects)
          on.jobs.set(key, { queue, data, state: 'waiting', attempts: 0, error: null, notBefore: 0 })
      },
    },
    underWay: async () => [],
  })
  await on.rest()
  expect(server.status().every(({ state, problem }) => state === 'troubled' && problem === 'Error')).toBe(true)
  away = false
  await on.until(() => server.status().every(({ state }) => state === 'live'))
  expect(on.jobs.size).toBeGreaterThan(0)
})
