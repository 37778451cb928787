import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { testWorld } from '#tests/world'
import { heldBodies } from '../../command-api/edge/bodies.ts'
import { type Caller, NOBODY } from '../../command-api/edge/caller.ts'

const MB = 1_048_576
const FIVE = 5 * MB
const link = (name: string): Caller => ({ as: 'signer', session: name, pack: 'p', signatory: 's', link: name, inPerson: false })

function stage() {
  const world = testWorld()
  const bodies = heldBodies(world.timers)
  /** One body that comes; `headers` say how much. */
  function coming(caller: Caller, bytes: number | 'chunked', address = '192.0.2.1') {
    const raw = new PassThrough()
    let ended = ''
    raw.on('error', (error) => {
      ended = error.name
    })
    const headers = bytes === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
    const request = { headers, raw, clientAddress: address } as unknown as FastifyRequest
    const place = bodies.enter(caller, request, FIVE)
    return {
      place,
      ended: () => ended,
      async arrives() {
        raw.resume().end()
        await new Promise((resolve) => raw.once('close', resolve))
      },
    }
  }
  return { world, coming }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

test('a body that does not arrive in its time is ended, and one that has arrived is left alone', async () => {
  const { world, coming } = stage()
  const [slow, whole] = [coming(link('a'), 1_000), coming(link('b'), 1_000)]
  await whole.arrives()
  world.advance(59_000)
  await settled()
  expect(slow.ended()).toBe('')
  world.advance(2_000)
  await settled()
  expect([slow.ended(), whole.ended()]).toEqual(['ArrivedTooLate', ''])
})

test('a small body is let in among any number of others, and a large one once those are slow', async () => {
  const { world, coming } = stage()
  const others = many(64, (at) => coming(link(`other ${at}`), MB / 2))
  expect(others.every(({ place }) => place !== null)).toBe(true)
  expect(coming(link('me'), 65_536).place).not.toBeNull()
  expect(coming(link('me'), MB).place).toBeNull()
  world.advance(10_000)
  expect(coming(link('me'), MB).place).not.toBeNull()
  await settled()
  expect(others.map(({ ended }) => ended()).filter(Boolean)).toEqual(['ArrivedTooLate', 'ArrivedTooLate', 'ArrivedTooLate'])
})

test('the sender who holds most makes room first, and none who sends one body at a time', async () => {
  const { coming } = stage()
  const honest = coming(link('honest'), FIVE)
  const hostile = many(27, (at) => coming(link(`hostile ${at % 4}`), MB))
  const next = coming(link('next'), FIVE)
  expect(next.place).not.toBeNull()
  await settled()
  expect(hostile.filter(({ ended }) => ended() !== '')).toHaveLength(5)
  expect([honest.ended(), next.ended()]).toEqual(['', ''])
})

test('strangers have room of their own, by network, and take none from people who are known', async () => {
  const { coming } = stage()
  const known = many(4, (at) => coming(link(`known ${at}`), 8 * MB))
  const strangers = many(400, (at) => coming(NOBODY, 65_536, `192.0.2.${at % 200}`))
  await settled()
  expect(known.map(({ ended }) => ended())).toEqual(['', '', '', ''])
  expect(strangers.every(({ place }) => place !== null)).toBe(true)
  // Of 25 MB that strangers announced.
  expect(strangers.filter(({ ended }) => ended() === '').length * 65_536).toBeLessThanOrEqual(8 * MB)
})

test('whole bodies cannot be ended: among so many a large one is refused, and a small one is not', async () => {
  const { coming } = stage()
  const whole = many(32, (at) => coming(link(`link ${at}`), MB))
  await Promise.all(whole.map(({ arrives }) => arrives()))
  expect([coming(link('me'), 'chunked').place, coming(link('me'), 200_000).place]).toEqual([null, null])
  expect(coming(link('me'), 1_000).place).not.toBeNull()
  whole[0]!.place!.leave()
  expect(coming(link('me'), 200_000).place).not.toBeNull()
})

test('large bodies are parsed in turn, and small ones at once', async () => {
  const { coming } = stage()
  const [first, second, third] = many(3, (at) => coming(link(`link ${at}`), FIVE).place!) as [Turning, Turning, Turning]
  const done: string[] = []
  const turn = (name: string, place: Turning) => place.turn().then(() => done.push(name))
  await turn('first', first)
  void turn('second', second)
  void turn('third', third)
  await turn('small', coming(link('small'), 1_000).place!)
  await settled()
  expect(done).toEqual(['first', 'small'])
  // A body that is gone before its turn holds up nobody.
  second.leave()
  first.leave()
  await expect.poll(() => done).toContain('third')
})
interface Turning {
  turn(): Promise<void>
  leave(): void
}
