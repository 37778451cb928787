import { beforeEach, expect, test } from 'vitest'
import { type CommandHandlerOptions, commandHandler } from '#platform/command-handler'
import { type EventLog, memoryEventLog, NO_EVENTS } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { arrive, type GuestFact, guestBook } from '#tests/guest-book'
import { liveWorld } from '#tests/live-world'
import { freshStream, makeEvents } from '#tests/stored-events'

const world = liveWorld()
const origin = { actor: { principal: 'user:1', capacity: 'team' as const }, correlation: 'c', causation: 'c' }

let log: EventLog
let asked: { reads: number; looks: number }
/** Holds a look at the log back, after what it answers was taken. */
let holdLook: (() => Promise<void>) | null

beforeEach(() => {
  const inner = memoryEventLog(world)
  asked = { reads: 0, looks: 0 }
  holdLook = null
  log = {
    ...inner,
    read(...args) {
      asked.reads += 1
      return inner.read(...args)
    },
    async grownSince(after) {
      asked.looks += 1
      const grown = await inner.grownSince(after)
      await holdLook?.()
      return grown
    },
  }
})
const keys = memorySubjectKeys(world)
const processOn = (more: Pick<CommandHandlerOptions, 'gathered'> = {}) => commandHandler({ log, keys, world, ...more })
const gathered = () => new Promise<void>((done) => setImmediate(done))
type Process = ReturnType<typeof processOn>
const arrives = (process: Process, stream: string, guest: string) =>
  process.handle({ stream, aggregate: guestBook, decide: arrive(guest, guest) as () => GuestFact[], origin })
const guestsOf = async (process: Process, stream: string, since?: number) =>
  Object.keys((await process.load(stream, guestBook, since === undefined ? {} : { since })).state.guests)

test('an append acknowledged to another process is in the next state loaded here, whatever is warm', async () => {
  const [here, there, stream] = [processOn(), processOn(), freshStream()]
  for (let round = 0; round < 20; round++) {
    const guest = `g${round}`
    await arrives(round % 2 ? here : there, stream, guest)
    expect(await guestsOf(here, stream)).toContain(guest)
    expect(await guestsOf(there, stream)).toContain(guest)
  }
})

test.each([
  ['looked at the log meanwhile', true],
  ['did not look', false],
])('what was warm and has been removed is there no more, also for a process that heard nothing of it and %s', async (_, looks) => {
  const deaf = commandHandler({ log, keys: { ...keys, onDestroyed: () => () => undefined }, world })
  const [there, stream, other] = [processOn(), freshStream(), freshStream()]
  await arrives(there, other, 'o')
  await arrives(there, stream, 'a')
  expect(await guestsOf(deaf, stream)).toEqual(['a'])
  await arrives(there, stream, 'b')
  if (looks) expect(await guestsOf(deaf, other)).toEqual(['o'])
  await log.remove(stream)
  expect(await deaf.load(stream, guestBook)).toMatchObject({ revision: -1, state: guestBook.initial })
  // And not once it has been read as nothing, either.
  expect(await guestsOf(deaf, stream)).toEqual([])
})

test('one look at the log serves all that a request loads, and no stream is read again that has not grown', async () => {
  const [here, streams] = [processOn(), Array.from({ length: 5 }, () => freshStream())]
  for (const stream of streams) await arrives(here, stream, 'g')
  for (const stream of streams) await guestsOf(here, stream)
  asked = { reads: 0, looks: 0 }
  const moment = here.moment()
  for (const stream of streams) expect(await guestsOf(here, stream, moment)).toEqual(['g'])
  expect(asked).toEqual({ reads: 0, looks: 1 })
  await Promise.all(streams.map((stream) => guestsOf(here, stream)))
  // One that those behind it may not use, and one for all of them.
  expect(asked).toEqual({ reads: 0, looks: 3 })
})

test('what comes at the same moment is served by one look, which begins after all of it', async () => {
  const [one, other] = [freshStream(), freshStream()]
  let all = Promise.resolve()
  const [here, there] = [processOn({ gathered: () => all }), processOn()]
  for (const stream of [one, other]) {
    await arrives(here, stream, 'first')
    await guestsOf(here, stream)
  }
  const coming = Promise.withResolvers<void>()
  all = coming.promise
  asked = { reads: 0, looks: 0 }
  const seen = [guestsOf(here, one), guestsOf(here, other), guestsOf(here, other, here.moment())]
  await arrives(there, other, 'second')
  coming.resolve()
  expect(await Promise.all(seen)).toEqual([['first'], ['first', 'second'], ['first', 'second']])
  expect(asked.looks).toBe(1)
})

test.each([{}, { gathered }])(
  'a look that began before a request came is not good enough for it: somebody removed meanwhile does not get through %#',
  async (more) => {
    const [here, there, stream] = [processOn(more), processOn(), freshStream()]
    await arrives(here, stream, 'first')
    await guestsOf(here, stream)
    const taken = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    holdLook = () => {
      holdLook = null
      taken.resolve()
      return released.promise
    }
    const early = guestsOf(here, stream)
    await taken.promise
    await arrives(there, stream, 'second')
    const moment = here.moment()
    const late = [guestsOf(here, stream), guestsOf(here, stream, moment)]
    released.resolve()
    await early
    for (const seen of await Promise.all(late)) expect(seen).toEqual(['first', 'second'])
  },
)

test('a failing look is an error for those who asked for it, and the next one makes up for it', async () => {
  const [here, there, stream] = [processOn(), processOn(), freshStream()]
  await arrives(here, stream, 'first')
  await guestsOf(here, stream)
  await arrives(there, stream, 'second')
  holdLook = async () => {
    holdLook = null
    throw new Error('lost')
  }
  await expect(guestsOf(here, stream)).rejects.toThrow('lost')
  expect(await guestsOf(here, stream)).toEqual(['first', 'second'])
})

test('an older copy of the log that is restored under a process is taken for what it is, without an error', async () => {
  const [here, older, stream] = [processOn(), memoryEventLog(world), freshStream()]
  await arrives(here, stream, 'first')
  await arrives(here, stream, 'lost')
  expect(await guestsOf(here, stream)).toEqual(['first', 'lost'])
  await arrives(commandHandler({ log: older, keys, world }), stream, 'first')
  Object.assign(log, older)
  expect(await guestsOf(here, stream)).toEqual(['first'])
})

test('after more growth than one look tells, every warm state is read once more', async () => {
  const [here, stream, other] = [processOn(), freshStream(), freshStream()]
  await arrives(here, stream, 'first')
  await guestsOf(here, stream)
  await log.append(other, NO_EVENTS, makeEvents(other, { count: 2_500 }))
  await arrives(processOn(), stream, 'second')
  await log.append(other, 2_499n, makeEvents(other, { count: 1_500, after: { ...makeEvents(other)[0]!, revision: 2_499 } }))
  expect(await guestsOf(here, stream)).toEqual(['first', 'second'])
  asked = { reads: 0, looks: 0 }
  expect(await guestsOf(here, stream)).toEqual(['first', 'second'])
  expect(asked.reads).toBe(0)
})

test('of more streams that grew than are remembered none is taken for one that did not', async () => {
  let more = 0
  const crowded = {
    ...log,
    async grownSince(after: string) {
      const { streams, ...grown } = await log.grownSince(after)
      const others = Array.from({ length: more }, (_, at) => [`other-${at}`, 0] as const)
      return { ...grown, streams: new Map([...streams, ...others]) }
    },
  }
  const [there, stream, other] = [processOn(), freshStream(), freshStream()]
  const here = commandHandler({ log: crowded, keys, world })
  for (const one of [stream, other]) await arrives(there, one, 'first')
  for (let round = 0; round < 2; round++) for (const one of [stream, other]) await guestsOf(here, one)
  await arrives(there, stream, 'second')
  more = 20_000
  await guestsOf(here, other)
  more = 0
  expect(await guestsOf(here, stream)).toContain('second')
})

test('a decision that changes nothing is answered on a state that is known to be current', async () => {
  const [here, there, stream] = [processOn(), processOn(), freshStream()]
  await arrives(here, stream, 'first')
  await arrives(there, stream, 'second')
  const outcome = await arrives(here, stream, 'first')
  expect(outcome).toMatchObject({ ok: true, revision: 1, events: [] })
})
