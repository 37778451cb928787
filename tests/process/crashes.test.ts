import { beforeAll, expect, test } from 'vitest'
import { loadMetrics } from '#pdf/text-layout'
import {
  converted,
  create,
  filledBy,
  happened,
  having,
  idOf,
  nothingYet,
  packInSetup,
  request,
  type World as Story,
  sent,
  sign,
  signedBy,
} from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { life } from './mortal.ts'
import { type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

/** A stage on which a story has happened. */
async function after(story: Story, prepare?: (on: Stage) => void): Promise<Stage> {
  const on = stage()
  prepare?.(on)
  await on.happened(story)
  return on
}

test('killed at any step of sending, each signatory has their mail, and a second copy is the same mail', async () => {
  const story = packInSetup('first', 'second')
  const deaths = await killedEverywhere({
    begin: () => after(story),
    act: (on) => on.command(request),
    done: async (on) => (await on.state()).signatories.every(({ request: asked }) => asked?.state === 'sent'),
    async check(on, where, unrecorded) {
      const state = await on.state()
      expect(await on.count('SignatureRequestSent'), where).toBe(2)
      expect(await on.count('SigningLinkIssued'), where).toBe(2)
      for (const part of ['first', 'second']) {
        const mails = on.post.delivered.filter(({ mail }) => mail.to === `${part}@example.org`)
        expect(mails.length, where).toBe(unrecorded.has(mails[0]!.mail.key) ? 2 : 1)
        expect(new Set(mails.map(({ messageId, mail }) => `${messageId} ${mail.link}`)).size, where).toBe(1)
        expect(state.signatories.find(({ uuid }) => uuid === idOf(part))?.links, where).toHaveLength(1)
      }
    },
  })
  expect(deaths).toContain('after the mail server took the mail')
  expect(deaths).toContain('after the mail is written down')
  expect(deaths.length).toBeGreaterThan(20)
})

test('killed at any step between the last signature and the last mail: one completion, one final file, everybody’s mail', async () => {
  const beforeLast = filledBy(signedBy(sent(packInSetup('first', 'second')), 'first'), 'second')
  const files = (on: Stage) => void on.files.set(idOf('file'), { pack: idOf('pack'), bytes: new TextEncoder().encode('pages') })
  const deaths = await killedEverywhere({
    begin: () => after(beforeLast, files),
    act: (on) => on.command(sign('second')),
    done: async (on) => {
      const copies = Object.values((await on.state()).finalCopies)
      return copies.length === 3 && copies.every(({ state }) => state === 'sent')
    },
    async check(on, where, unrecorded) {
      const [document] = (await on.state()).documents
      expect(await on.count('PackCompleted'), where).toBe(1)
      expect(await on.count('DocumentSealed'), where).toBe(1)
      expect(await on.count('FinalCopySent'), where).toBe(3)
      const sealing = document!.sealing
      if (sealing.state !== 'sealed') throw new Error(`not sealed after a crash ${where}`)
      // The pages and the one final file; whatever an interrupted attempt had stored is gone.
      expect([...on.files.keys()].sort(), where).toEqual([idOf('file'), sealing.file].sort())
      expect(new TextDecoder().decode(on.files.get(sealing.file)!.bytes!), where).toContain('signed(pages + first, second)')
      for (const to of ['first@example.org', 'second@example.org', 'mira@example.com']) {
        const mails = on.post.delivered.filter(({ mail }) => mail.kind === 'copy' && mail.to === to)
        expect(mails.length, `${to} ${where}`).toBe(unrecorded.has(mails[0]?.mail.key ?? '') ? 2 : 1)
        expect(new Set(mails.map(({ messageId }) => messageId)).size, where).toBe(1)
      }
    },
  })
  for (const where of [
    'after sealer.stamp',
    'before log.append',
    'after files.store',
    'before positions.commit',
    'after the mail server took the mail',
  ]) {
    expect(deaths).toContain(where)
  }
  expect(deaths.length).toBeGreaterThan(50)
})

test('killed at any step of a conversion, the pages are there once, from one file', async () => {
  const [add, receive] = converted()
  const deaths = await killedEverywhere({
    begin: () =>
      after(
        having(nothingYet, create, add!),
        (on) => void on.files.set(idOf('upload'), { pack: idOf('pack'), bytes: new TextEncoder().encode('lease') }),
      ),
    act: (on) => on.command(receive!),
    done: async (on) => (await on.state()).documents[0]?.conversion.state === 'converted',
    async check(on, where) {
      const conversion = (await on.state()).documents[0]!.conversion
      expect(await on.count('DocumentConverted'), where).toBe(1)
      if (conversion.state !== 'converted') throw new Error(`not converted after a crash ${where}`)
      expect([...on.files.keys()].sort(), where).toEqual([idOf('upload'), conversion.file].sort())
      expect(new TextDecoder().decode(on.files.get(conversion.file)!.bytes!)).toBe('clean lease')
    },
  })
  expect(deaths).toContain('after intake.convert')
  expect(deaths).toContain('after files.store')
})

test('every event delivered again, from the beginning of the log, repeats nothing', async () => {
  const on = stage()
  on.files.set(idOf('file'), { pack: idOf('pack'), bytes: new TextEncoder().encode('pages') })
  await on.happened(packInSetup('first'))
  const first = await on.server()
  await on.command(request)
  await on.until(async () => (await on.state()).signatories[0]?.request?.state === 'sent')
  await on.happened(happenedSince(await on.state()))
  await on.until(
    async () =>
      Object.values((await on.state()).finalCopies).every(({ state }) => state === 'sent') && (await on.count('FinalCopySent')) > 0,
  )
  await on.rest()
  await first.stop()
  const [events, mails, files] = [(await on.events()).length, on.post.delivered.length, on.files.size]
  // Positions and jobs are lost, as after restoring the log alone.
  on.jobs.clear()
  const again = await on.server(life(), {
    store: (await import('#processes')).memoryProcessStore({ jobs: { send: async () => true }, log: on.log }),
  })
  await again.swept
  await on.rest()
  await again.stop()
  expect([(await on.events()).length, on.post.delivered.length, on.files.size]).toEqual([events, mails, files])

  /** The one signatory signs. */
  function happenedSince(state: Awaited<ReturnType<Stage['state']>>): Story {
    const story = having(filledBy({ state, events: [] }, 'first'), sign('first'))
    return happened(story, [])
  }
})

test('what a queue lost, the sweep at the start asks for again', async () => {
  const on = stage()
  await on.happened(having(packInSetup('first', 'second'), request))
  // The position says that these events were read; the jobs they led to are gone.
  const lost = await on.server(life(), {
    store: { position: async () => on.log.head(), commit: async () => undefined },
    underWay: async () => [],
  })
  await on.rest()
  expect(on.post.delivered).toEqual([])
  await lost.stop()
  const found = await on.server(life(), { store: { position: async () => on.log.head(), commit: async () => undefined } })
  await on.until(async () => (await on.count('SignatureRequestSent')) === 2)
  expect(on.post.delivered.map(({ mail }) => mail.to).sort()).toEqual(['first@example.org', 'second@example.org'])
  await found.stop()
})
