import { expect, test } from 'vitest'
import { commandHandler } from '#platform/command-handler'
import { type Handed, startTakingBack } from '#processes/taking-back'
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
  const look = async (own: Life = life()) => {
    const { log, keys, world } = on
    const sessions = mortal(store, own, 'sessions', ['handed', 'settled'])
    const looking = startTakingBack({
      handed: sessions.handed,
      settled: sessions.settled,
      belongs: store.belongs,
      handler: commandHandler({ log: mortal(log, own, 'log', ['append']), keys, world }),
      world,
      defaultCountry: 'ZA',
      everyMs: 60_000,
    })
    const done = looking.now()
    // Whoever is killed in the middle never comes back.
    await Promise.race([done, ends(own)])
    if (!own.dead) await looking.stop()
  }
  return { on, kept, look }
}
const takenBack = async (on: Stage) => (await on.log.read(STREAM, 0n, 1_000)).filter(({ type }) => type === 'SigningLinkTakenBack').length

async function ends(own: Life): Promise<void> {
  while (!own.dead) await new Promise((resolve) => setImmediate(resolve))
}

test('a link to sign in person stays while its host’s session goes on, and ends once with it, or with their leaving the workspace', async () => {
  for (const end of ['session', 'membership'] as const) {
    const { on, kept, look } = await handedOver()
    await look()
    expect([await takenBack(on), kept.sessions.length]).toEqual([0, 1])
    if (end === 'session') kept.sessions = [{ ...HANDED, over: true }]
    else kept.belongs = false
    await look()
    await look()
    expect([await takenBack(on), kept.sessions.length]).toEqual([1, 0])
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
    if (kept.sessions.length === 0) expect(await takenBack(on)).toBe(1)
    await look()
    expect([await takenBack(on), kept.sessions.length], own.lastStep).toEqual([1, 0])
  }
  expect(last).toBeGreaterThanOrEqual(6)
})
