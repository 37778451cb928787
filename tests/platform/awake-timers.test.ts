import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { systemWorld } from '#platform/ports'
import { testWorld } from '../support/world.ts'

const { timers, steady } = systemWorld(testWorld().log)
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a process that stood still hears the answers that came meanwhile before its patience with them is over', async () => {
  const other = new Worker(
    "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (asked) => parentPort.postMessage(asked))",
    {
      eval: true,
    },
  )
  await once(other, 'online')
  const first: string[] = []
  const answered = once(other, 'message').then(() => first.push('the answer'))
  const over = new Promise<void>((resolve) => {
    timers.after(100, () => {
      first.push('patience')
      resolve()
    })
  })
  other.postMessage('asked')
  // Of what the loop does next, timers are the first.
  setImmediate(() => standStill(2_000))
  await Promise.all([answered, over])
  expect(first).toEqual(['the answer', 'patience'])
  await other.terminate()
})

test('a timer cancelled before it caught up does not fire', async () => {
  const happened: string[] = []
  const off = timers.after(100, () => happened.push('what was called off'))
  standStill(1_500)
  // Due later than the other, and so after it.
  await new Promise<void>((resolve) => setTimeout(resolve, 1))
  off()
  await new Promise<void>((resolve) => {
    timers.after(1_000, resolve)
  })
  expect(happened).toEqual([])
})

test('a message received just after a pause may be as old as the pause, and a later one is not', async () => {
  const begun = steady.receivedSince()
  expect(steady.now() - begun).toBeLessThan(500)
  standStill(2_000)
  expect(steady.receivedSince()).toBeLessThan(begun + 500)
  // Timers come first: queued messages come after them.
  await new Promise<void>((resolve) => setTimeout(resolve, 1))
  expect(steady.receivedSince()).toBeLessThan(begun + 500)
  // And it stands still once more before that.
  standStill(1_500)
  expect(steady.receivedSince()).toBeLessThan(begun + 500)
  await new Promise<void>((resolve) => setTimeout(resolve, 1))
  expect(steady.receivedSince()).toBeLessThan(begun + 500)
  await expect.poll(() => steady.receivedSince() - begun, { timeout: 5_000 }).toBeGreaterThan(2_000)
})
