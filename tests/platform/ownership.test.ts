import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepTurn, type Owners, postgresOwners, soleOwner } from '#platform/ownership'
import { systemWorld, type Timers } from '#platform/ports'
import { openPool } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '#tests/world'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const never = new Promise<void>(() => undefined)
const world = systemWorld(testWorld().log)

/** The owners of one process: a pool of its own, and timers that stand still once it is paused. */
function process(silentMs = 600): { readonly owners: Owners; pause(): void } {
  const pool = openPool(database.url, { max: 2 })
  let paused = false
  const timers: Timers = { after: (ms, task) => world.timers.after(ms, () => paused || task()) }
  const owners = postgresOwners({ pool, world: { ...world, timers }, silentMs })
  onTestFinished(async () => {
    await owners.close()
    await pool.end()
  })
  return {
    owners,
    pause: () => {
      paused = true
    },
  }
}

test('a name has one owner, and the next one when it lets go or ends', async () => {
  const [one, other, third] = [process(), process(), process()]
  const first = (await one.owners.acquireLeadership('anchors', never))!
  const got: string[] = []
  const second = other.owners.acquireLeadership('anchors', never).then((ownership) => {
    got.push('other')
    return ownership!
  })
  expect(await one.owners.acquireLeadership('guard', never)).not.toBeNull()
  expect(got).toEqual([])
  await first.release()
  await second
  const last = third.owners.acquireLeadership('anchors', never)
  await other.owners.close()
  await (await second).lost
  expect(await last).not.toBeNull()
})

test('asked once, a name is owned where it is free, given to nobody twice, and its connection speaks like any other', async () => {
  const [one, other] = [process(), process()]
  const first = (await one.owners.tryLeadership('once'))!
  expect(first).not.toBeNull()
  for (const { owners } of [one, other]) expect(await owners.tryLeadership('once')).toBeNull()
  // Its connection speaks, so that nobody takes it for one that stands still.
  const spoke = async () =>
    (
      await database.pool.query(
        `SELECT state_change::text AS at FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE locktype = 'advisory' AND objid::bigint = (hashtext('once')::bigint & 4294967295)`,
      )
    ).rows[0]?.at
  const before = await spoke()
  await expect.poll(spoke, { timeout: 10_000 }).not.toBe(before)
  const waiting = other.owners.acquireLeadership('once', never)
  await first.release()
  expect(await waiting).not.toBeNull()
  // Nobody waits on behalf of a caller who asked once and got nothing.
  expect(await one.owners.tryLeadership('once')).toBeNull()
  await (await waiting)!.release()
  expect(await other.owners.tryLeadership('once')).not.toBeNull()
})

test('who asked once and stands still is taken over from', async () => {
  const [one, other] = [process(), process()]
  const first = (await one.owners.tryLeadership('frozen once'))!
  one.pause()
  expect(await other.owners.acquireLeadership('frozen once', never)).not.toBeNull()
  await first.lost
})

test('a process that stops waiting becomes no owner', async () => {
  const [one, other] = [process(), process()]
  const held = (await one.owners.acquireLeadership('list', never))!
  const stopping = Promise.withResolvers<void>()
  const waiting = other.owners.acquireLeadership('list', stopping.promise)
  stopping.resolve()
  expect(await waiting).toBeNull()
  await held.release()
  // Nor does it keep others from it.
  expect(await one.owners.acquireLeadership('list', never)).not.toBeNull()
})

test('what a name is given to that is no longer waited for is given back, so that others get it', async () => {
  const [one, other] = [process(), process()]
  await one.owners.acquireLeadership('first', never)
  // While the question is on its way to the database.
  const soon = () => new Promise<void>((done) => setImmediate(done))
  for (let time = 0; time < 20; time++) await (await one.owners.acquireLeadership('abandoned', soon()))?.release()
  expect(await other.owners.acquireLeadership('abandoned', never)).not.toBeNull()
})

test('an owner that stands still is taken over from, and hears of it when it wakes up', async () => {
  const [one, other] = [process(), process()]
  const first = (await one.owners.acquireLeadership('frozen', never))!
  const turn = keepTurn(other.owners, 'frozen')
  onTestFinished(() => turn.close())
  let taken = 0
  turn.onTaken(() => void taken++)
  one.pause()
  await first.lost
  await expect.poll(() => turn.isMine()).toBe(true)
  expect(taken).toBe(1)
})

test('a turn that was lost is not ours any more, until it is taken again', async () => {
  const lost = Promise.withResolvers<void>()
  const ownership = { lost: lost.promise, release: async () => undefined }
  let asked = 0
  const acquireLeadership: Owners['acquireLeadership'] = async (_, stopping) => (asked++ === 0 ? ownership : stopping.then(() => null))
  const turn = keepTurn({ ...soleOwner, acquireLeadership }, 'any')
  await expect.poll(() => turn.isMine()).toBe(true)
  lost.resolve()
  await expect.poll(() => turn.isMine()).toBe(false)
  await turn.close()
})

/** Ends the connections that hold a name, as a restart of the database would. */
const endLinesOf = (name: string) =>
  database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = (hashtext($1)::bigint & 4294967295)",
    [name],
  )

test('a late release of a lock that was lost and acquired again gives up nothing', async () => {
  const [one, other] = [process(), process()]
  const lost = (await one.owners.acquireLeadership('late', never))!
  await endLinesOf('late')
  await lost.lost
  const again = (await one.owners.acquireLeadership('late', never))!
  await lost.release()
  const others = keepTurn(other.owners, 'late')
  onTestFinished(() => others.close())
  // Two more looks of theirs, at the least.
  const asked = (await other.owners.acquireLeadership('another', never))!
  await asked.release()
  await (await other.owners.acquireLeadership('another', never))!.release()
  expect(others.isMine()).toBe(false)
  await again.release()
  await expect.poll(() => others.isMine()).toBe(true)
})

test('a line that the database ends is taken up again, and with it what hung on it', async () => {
  const { owners } = process()
  const turn = keepTurn(owners, 'again')
  onTestFinished(() => turn.close())
  let taken = 0
  turn.onTaken(() => void taken++)
  await expect.poll(() => taken).toBe(1)
  await endLinesOf('again')
  await expect.poll(() => taken).toBe(2)
  expect(turn.isMine()).toBe(true)
})
