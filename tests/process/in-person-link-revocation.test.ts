import { expect, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { type Handed, type InPersonLinkRevocationDeps, startInPersonLinkRevocation } from '#processes/in-person-link-revocation'
import { having, idOf, packSentTo } from '#tests/pack'
import { type Life, life, mortal } from './mortal.ts'
import { PACK, STREAM, type Stage, stage } from './stage.ts'

const LINK = { pack: PACK, signatory: idOf('first'), link: idOf('in person') }
const HANDED: Handed = { session: idOf('session'), user: idOf('creator'), link: LINK, over: false }

/** A document whose first signer was handed the device of its sender, and where the session that stands for it is. */
async function handedOver() {
  const on = stage()
  const { signatory, link } = LINK
  await on.happened(
    having(packSentTo('first', 'second'), { do: 'IssueSigningLink', signatory, link, purpose: 'sign_in_person', request: null }),
  )
  const kept = { sessions: [HANDED] as readonly Handed[], belongs: true }
  const store = {
    handed: async () => kept.sessions,
    belongs: async () => kept.belongs,
    settled: async (session: string) => {
      kept.sessions = kept.sessions.filter((one) => one.session !== session)
    },
  }
  const start = (own: Life, more: Partial<InPersonLinkRevocationDeps> = {}) => {
    const { log, keys, world } = on
    const sessions = mortal(store, own, 'sessions', ['handed', 'settled'])
    return startInPersonLinkRevocation({
      handed: sessions.handed,
      settled: sessions.settled,
      belongs: store.belongs,
      handler: commandHandler({ log: mortal(log, own, 'log', ['append']), keys, world }),
      world,
      defaultCountry: 'ZA',
      everyMs: 60_000,
      ...more,
    })
  }
  const look = async (own: Life = life()) => {
    const looking = start(own)
    const done = looking.now()
    // A process killed in the middle never comes back.
    await Promise.race([done, ends(own)])
    if (!own.dead) await looking.stop()
  }
  const left = async () => [await revocations(on), kept.sessions.length]
  return { on, kept, start, look, left }
}
const revocations = async (on: Stage) => (await on.log.read(STREAM, 0n, 1_000)).filter(({ type }) => type === 'SigningLinkTakenBack').length

async function ends(own: Life): Promise<void> {
  while (!own.dead) await new Promise((resolve) => setImmediate(resolve))
}

test('a link to sign in person stays while its host’s session goes on, and ends once with it, or with their leaving the workspace', async () => {
  for (const end of ['session', 'membership'] as const) {
    const { on, kept, look } = await handedOver()
    await look()
    expect([await revocations(on), kept.sessions.length]).toEqual([0, 1])
    if (end === 'session') kept.sessions = [{ ...HANDED, over: true }]
    else kept.belongs = false
    await look()
    await look()
    expect([await revocations(on), kept.sessions.length]).toEqual([1, 0])
  }
})

test('killed at any step of it, the next look ends the link, once, and only then is the session forgotten', async () => {
  let last = 0
  for (let step = 1; ; step++) {
    const { on, kept, look } = await handedOver()
    kept.sessions = [{ ...HANDED, over: true }]
    const own = life(step)
    await look(own)
    if (!own.dead) break
    last = step
    if (kept.sessions.length === 0) expect(await revocations(on)).toBe(1)
    await look()
    expect([await revocations(on), kept.sessions.length], own.lastStep).toEqual([1, 0])
  }
  expect(last).toBeGreaterThanOrEqual(6)
})

test('what is refused is not settled: the session is remembered as long as its link lives', async () => {
  const { kept, look, left } = await handedOver()
  const notTheHost: Handed = { ...HANDED, user: idOf('colleague'), over: true }
  kept.sessions = [notTheHost]
  await look()
  expect(await left()).toEqual([0, 1])
})

test('it is looked again and again without being asked, by the one process whose turn it is', async () => {
  const { on, kept, start, left } = await handedOver()
  kept.sessions = [{ ...HANDED, over: true }]
  let mine = false
  const looking = start(life(), { turn: { isMine: () => mine, onTaken: () => undefined } })
  const aWhile = async () => {
    on.world.advance(60_000)
    await on.rest()
  }
  await aWhile()
  await aWhile()
  expect(await left()).toEqual([0, 1])
  mine = true
  await aWhile()
  expect(await left()).toEqual([1, 0])
  kept.sessions = [{ ...HANDED, over: true }]
  await aWhile()
  expect(await left()).toEqual([1, 0])
  await looking.stop()
  kept.sessions = [{ ...HANDED, over: true }]
  await aWhile()
  expect(await left()).toEqual([1, 1])
})

test('a document that cannot be read holds up nobody else’s', async () => {
  const { on, kept, start, left } = await handedOver()
  kept.sessions = [
    { ...HANDED, session: idOf('other session'), link: { ...LINK, pack: idOf('unreadable') } },
    { ...HANDED, over: true },
  ]
  const handler = commandHandler(on)
  const looking = start(life(), {
    handler: {
      ...handler,
      load: (stream, ...rest) => (stream === STREAM ? handler.load(stream, ...rest) : Promise.reject(new Error('a broken chain'))),
    },
  })
  await looking.now()
  expect(await left()).toEqual([1, 1])
  expect(on.world.logged).toMatchObject([{ level: 'warn', what: { process: 'taking-back' } }])
  await looking.stop()
})

test('of a document that was deleted for good a session is forgotten once it is over, and not before', async () => {
  const { kept, look, left } = await handedOver()
  const ofNothing: Handed = { ...HANDED, link: { ...LINK, pack: idOf('deleted') } }
  kept.sessions = [ofNothing]
  await look()
  expect(await left()).toEqual([0, 1])
  kept.sessions = [{ ...ofNothing, over: true }]
  await look()
  expect(await left()).toEqual([0, 0])
})
