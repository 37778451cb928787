import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveAdapter } from '#cli/live-adapter'
import { type Breaks, lineTo } from '#tests/line'
import { liveWorld } from '#tests/live-world'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { eventually } from '../support/prepared.ts'

let database: TestDatabase
const after: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const close of after.splice(0).reverse()) await close()
  await database.drop()
})

/** The live connections of one process, whose words go over a line of its own; nobody is connected. */
async function aProcess(breaks?: Breaks) {
  const line = await lineTo(database.url, breaks)
  after.push(line.close)
  const live = liveAdapter(line.url, liveWorld())
  const io = new Server(createServer(), { adapter: live.adapter })
  after.push(live.close, () => io.close())
  const received: number[] = []
  io.on('word', (word: number) => received.push(word))
  return { received, say: (word: number) => io.serverSideEmit('word', word) }
}

test('a process whose connection breaks just when it begins to listen receives each message of another once, and is received', async () => {
  let begun = 0
  const over = (asked: Buffer) => asked.includes('LISTEN "') && ++begun === 1
  const one = await aProcess({ over })
  const other = await aProcess()
  const words = () => [one, other].map(({ received }) => received.filter((word) => word !== 0))
  await eventually(
    async () => begun,
    (times) => times > 1,
  )
  // After a loss the adapter takes another connection, and begins to listen there a little later: until both hear, they are called.
  await eventually(
    async () => {
      one.say(0)
      other.say(0)
      return [one.received, other.received]
    },
    (received) => received.every((words) => words.length > 0),
  )
  for (let word = 1; word <= 5; word++) {
    one.say(word)
    other.say(-word)
  }
  await eventually(
    async () => words(),
    (received) => received.every(({ length }) => length >= 5),
  )
  expect(words()).toEqual([
    [-1, -2, -3, -4, -5],
    [1, 2, 3, 4, 5],
  ])
})
