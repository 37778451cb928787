import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Audience, pack as aggregate, initial, type PackFact, type PackState, viewFor } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { creator, idOf, type World } from '#tests/pack'
import { histories, PARTS, secretReason, secretValue } from '#tests/pack-histories'
import { testWorld } from '#tests/world'
import { type Here, presenceSeen } from '../../command-api/live/presence-seen.ts'
import { type PackMessage, watchedPack } from '../../command-api/live/watched-pack.ts'

const signatoryOf = (part: string): Audience => ({ of: 'signatory', signatory: idOf(part) })
const AUDIENCES: readonly Audience[] = [{ of: 'team' }, ...PARTS.map(signatoryOf)]

/** A browser: it holds what it received, and folds events as the page does. */
interface Browser {
  readonly audience: Audience
  view: PackState | null
  revision: number
  readonly received: PackMessage[]
}
function tell(browser: Browser, news: PackMessage): void {
  browser.received.push(news)
  const { message } = news
  if (news.kind === 'fresh') {
    browser.view = news.message.view as PackState
    browser.revision = news.message.revision
    return
  }
  const { from, to, events } = message as Extract<PackMessage, { kind: 'events' }>['message']
  expect(from).toBe(browser.revision + 1)
  browser.view = events.reduce((state, { type, data, time, revision, principal }) => {
    const fact = { type, data } as PackFact
    return aggregate.evolve(state, fact, { time, revision, principal })
  }, browser.view!)
  browser.revision = to
}

/** The same history through the log, sealed and opened again, watched by everybody: they join and come back at any time, and the fold is let go of now and then. */
async function watched(world: World, at: readonly number[]): Promise<{ browsers: readonly Browser[]; state: PackState }> {
  const here = testWorld()
  const log = memoryEventLog(here)
  const subjectKeys = memorySubjectKeys({ random: here.random })
  const handler = commandHandler({ log, keys: subjectKeys, world: here })
  const pack = idOf('pack')
  const browsers = AUDIENCES.map((audience): Browser => ({ audience, view: null, revision: -1, received: [] }))
  const inRoom = new Set<Browser>()
  const begun = () =>
    watchedPack({ eventLog: log, subjectKeys, handler }, pack, {
      audiences: () => [...inRoom].map(({ audience }) => audience),
      tell(audience, news) {
        for (const browser of inRoom) if (JSON.stringify(browser.audience) === JSON.stringify(audience)) tell(browser, news)
      },
      // Who may be here is the rooms' business: these may stay.
      ended: () => undefined,
      lookAgain: async () => undefined,
    })
  const anybody = async () => true
  let room = begun()
  for (const [index, event] of world.events.entries()) {
    await handler.handle({
      stream: `pack-${pack}`,
      aggregate,
      decide: () => [event.fact],
      origin: { actor: event.meta.actor, correlation: 'c', causation: `${index}` },
    })
    // Somebody's key was destroyed: the fold is dropped, and people in the room stay.
    if (index % 5 === 4) room = begun()
    // Nothing is handed over; all from the first event; the last one, before which others may be missing.
    const handed = [null, 0, index][index % 3]
    if (index % 2 === 0) await room.advance(handed == null ? undefined : await log.read(`pack-${pack}`, BigInt(handed), 1_000))
    const browser = browsers[(at[index % at.length] ?? 0) % browsers.length]!
    if (index % 2 === 0) {
      if (inRoom.delete(browser)) continue
      await room.join(browser.audience, browser.revision, anybody, (news) => {
        inRoom.add(browser)
        if (news) tell(browser, news)
      })
    }
  }
  for (const browser of browsers) {
    if (!inRoom.has(browser)) await room.join(browser.audience, browser.revision, anybody, (news) => news && tell(browser, news))
  }
  const state = await room.advance()
  return { browsers, state }
}

// The time of the last change comes from the events one received: a view made from the whole state knows more.
const withoutTimes = (state: PackState | null): unknown =>
  JSON.parse(JSON.stringify(state), (key, value) => (key === 'updated' ? null : value))

test('whatever a room receives and no matter who comes and goes: everybody ends with their view of the whole, and never held more', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 }), async (world, at) => {
      const finished = new Set(world.events.flatMap(({ fact }) => (fact.type === 'SignatoryCompleted' ? [fact.data.signatory] : [])))
      const { browsers, state } = await watched(world, at)
      for (const { audience, view, received } of browsers) {
        expect(withoutTimes(view)).toEqual(withoutTimes(viewFor(state, audience)))
        const held = JSON.stringify([received, view])
        for (const part of PARTS) {
          const isOwn = audience.of === 'signatory' && audience.signatory === idOf(part)
          const multiEdit = world.state.settings.firstSignerMultiEdit && audience.of === 'signatory'
          if (!isOwn && !finished.has(idOf(part)) && !multiEdit) expect(held).not.toContain(secretValue(part))
          if (audience.of !== 'signatory' || isOwn) continue
          for (const secret of [`${part}@example.org`, `${part}.corrected@example.org`, secretReason(part)])
            expect(held).not.toContain(secret)
        }
        if (audience.of === 'signatory') for (const secret of [creator, 'copy@example.org', 'lease.pdf']) expect(held).not.toContain(secret)
      }
    }),
    { numRuns: 60, seed: 11 },
  )
}, 60_000)

const KEYS = [...PARTS.flatMap((part) => [`${part} text`, `${part} signature`]), 'own', 'thrown away'].map(idOf)
const people: fc.Arbitrary<readonly Here[]> = fc.array(
  fc
    .record({
      who: fc.constantFrom(
        ...PARTS.map((part) => ({ id: idOf(part), as: 'signatory' as const })),
        { id: creator, as: 'team' as const },
        { id: idOf('colleague'), as: 'team' as const },
      ),
      page: fc.option(fc.nat({ max: 3 })),
      selection: fc.subarray(KEYS),
      typing: fc.option(fc.constantFrom(...KEYS)),
    })
    .map(({ who, page, selection, typing }) => ({ ...who, page, selection, typing })),
  { maxLength: 6 },
)

test('who is here tells a signer nothing of the team but what the workspace allows, and of fields only those in their view', () => {
  const names = new Map([
    [creator, 'Name of the creator'],
    [idOf('colleague'), 'Name of a colleague'],
  ])
  fc.assert(
    fc.property(histories, people, fc.boolean(), (world, here, senderShown) => {
      for (const part of PARTS) {
        const audience = signatoryOf(part)
        const seen = presenceSeen(here, { state: world.state, names, senderShown }, audience).people
        const view = viewFor(world.state, audience)
        const shown = JSON.stringify(seen)
        for (const secret of [creator, idOf('colleague'), 'Name of', idOf('thrown away'), '@example.org'])
          expect(shown).not.toContain(secret)
        for (const { as, page, selection, typing, id } of seen) {
          if (as === 'sender') expect([senderShown, page, selection, typing]).toEqual([true, null, [], null])
          else expect(view.signatories.some(({ uuid, removed }) => uuid === id && !removed)).toBe(true)
          for (const field of [...selection, ...(typing ? [typing] : [])]) expect(view.fields).toHaveProperty([field])
        }
        if (view.signatories.length === 0) expect(seen).toEqual([])
      }
      expect(presenceSeen(here, { state: world.state, names, senderShown }, { of: 'team' }).people.length).toBeLessThanOrEqual(here.length)
    }),
    { numRuns: 100, seed: 12 },
  )
  const nobody = presenceSeen(
    [{ id: idOf('first'), as: 'signatory', page: 0, selection: [], typing: null }],
    { state: initial, names, senderShown: true },
    signatoryOf('second'),
  )
  expect(nobody).toEqual({ people: [], more: 0 })
})
