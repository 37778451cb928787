import { once } from 'node:events'
import { request as ask, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { noteDeadlines, stillWaiting } from '../../command-api/edge/request-deadline.ts'
import { testWorld } from '../support/world.ts'

test('a client is waited for less than half a minute, minus the time of the way here, by the steady clock and by the other', () => {
  const world = testWorld()
  const isWaiting = stillWaiting(world)
  world.advance(17_000)
  expect(isWaiting()).toBe(true)
  world.advance(2_000)
  expect(isWaiting()).toBe(false)

  // The process stood still when it came: nobody knows for how long it had lain there.
  const receivedLate = { ...world, steady: { now: world.steady.now, receivedSince: () => world.steady.now() - 40_000 } }
  expect(stillWaiting(receivedLate)()).toBe(false)
  // The computer slept, and its steady clock with it.
  let slept = 0
  const asleep = stillWaiting({ ...world, clock: { now: () => world.clock.now() + slept } })
  slept = 60_000
  expect(asleep()).toBe(false)
})

test('of what comes again in any case nothing is done once the connection is gone; all else is done for who has left, too', async () => {
  const app = Fastify()
  noteDeadlines(app, testWorld())
  const asked: FastifyRequest[] = []
  app.post('/', (request) => {
    asked.push(request)
    return new Promise(() => undefined)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const [kept, not] = [{ [HEADERS.comesAgain]: 'true' }, {}].map((headers) => ask({ port, host: '127.0.0.1', method: 'POST', headers }))
  for (const each of [kept!, not!]) each.on('error', () => undefined).end()
  await expect.poll(() => asked.length).toBe(2)
  expect(asked.map((request) => request.isWaitedFor())).toEqual([true, true])
  const closed = Promise.all(asked.map((request) => once(request.raw.socket, 'close')))
  for (const each of [kept!, not!]) each.destroy()
  await closed
  const isKept = (request: FastifyRequest) => HEADERS.comesAgain in request.headers
  expect(asked.map((request) => [isKept(request), request.isWaitedFor()]).sort()).toEqual([
    [false, true],
    [true, false],
  ])
  await app.close()
})

test('what is still being sent is waited for however long that takes, and from its end on like any other', async () => {
  const world = testWorld()
  const app = Fastify()
  noteDeadlines(app, world)
  const asked = Promise.withResolvers<FastifyRequest>()
  const answer = Promise.withResolvers<void>()
  app.addContentTypeParser('application/pdf', (_request, _payload, done) => done(null))
  app.post('/', async (request) => {
    asked.resolve(request)
    await answer.promise
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sending: ClientRequest = ask({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-type': 'application/pdf' } })
  sending.write('%PDF-1.7')
  const request = await asked.promise
  const read = request.raw.resume()
  world.advance(600_000)
  expect(request.isWaitedFor()).toBe(true)
  const ended = once(read, 'end')
  sending.end('%%EOF')
  await ended
  expect(request.isWaitedFor()).toBe(true)
  world.advance(26_000)
  expect(request.isWaitedFor()).toBe(false)
  answer.resolve()
  await app.close()
})
