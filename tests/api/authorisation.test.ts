import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#tests/server'
import { CALLS, MESSAGES, mayOf, type Row } from '../support/authorisation.ts'
import {
  type AuthorisationWorld,
  authorisationWorld,
  type Headers,
  OURS,
  STRANGERS,
  WHO,
  type Who,
} from '../support/authorisation-world.ts'
import { callsIn, type Spec } from '../support/hostile.ts'
import { listen } from '../support/live-client.ts'

/*
 * Who may make which call, of everybody who might: first all who may not, after which nothing is as if they had asked, then all who may.
 * A new call fails here until the table says who may make it; a new live message does not compile.
 */
let server: TestServer
let world: AuthorisationWorld
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
  world = await authorisationWorld(server)
}, 120_000)
afterAll(() => server.close())

/** One after the other, so that the table's order holds. */
const rows = Object.entries(CALLS).flatMap(([name, of]) => [of].flat().map((row: Row) => [name, row] as const))

const shown = ({ who, status, text }: Cell) => `${who}: ${status} ${text.slice(0, 200)}`
const REFUSED = [401, 403, 404, 409, 410]
interface Cell {
  readonly who: Who
  readonly status: number
  readonly text: string
}

async function ask(name: string, row: Row, who: Who): Promise<Cell | null> {
  const [method, path] = name.split(' ') as [string, string]
  const state = row.of ?? 'out'
  const { things } = world
  const made = things.packs[state]
  const named = {
    key: path.includes('/accounts/') ? things.workspace : made.pack,
    signatory: made.signers[0]!,
    ...row.keys?.(things, made),
  }
  const at = path.replace(/\{(\w+)\}/g, (_, key: keyof typeof named) => named[key])
  const query = row.query ? `?${new URLSearchParams(row.query(things, made))}` : ''
  const headers: Headers | null = row.ends && mayOf(name, row).includes(who) ? await world.spareOf(who) : world.headersOf(who, state)
  if (headers === null) return null
  const body = row.body && { body: JSON.stringify(row.body(things, made)) }
  const answer = await fetch(new URL(at + query, server.url), {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...body,
  })
  return { who, status: answer.status, text: await answer.text() }
}

test('every call that there is stands in the table, and nothing else does', async () => {
  const calls = callsIn((await server.raw('/openapi.json')).body as unknown as Spec).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(CALLS).sort()).toEqual(calls.sort())
})

describe('who may not', () => {
  test('is refused every call, is told nothing of what is ours, and has changed nothing', async () => {
    const before = await world.snapshot()
    const wrong: string[] = []
    for (const [name, row] of rows)
      for (const who of WHO.filter((one) => !mayOf(name, row).includes(one))) {
        const cell = await ask(name, row, who)
        if (cell === null) continue
        const isIdle = row.idle?.includes(who) && cell.status === 200
        if (!isIdle && !REFUSED.includes(cell.status)) wrong.push(`${name} is not refused: ${shown(cell)}`)
        if (STRANGERS.includes(who) && cell.text.includes(OURS)) wrong.push(`${name} tells of what is ours: ${shown(cell)}`)
      }
    expect(wrong).toEqual([])
    expect(await world.snapshot()).toEqual(before)
  }, 60_000)

  test('is refused every live message', async () => {
    const wrong: string[] = []
    for (const who of WHO) {
      const { cookie, 'x-session-token': session } = world.headersOf(who, 'out')!
      const heard = await listen(server.url, { ...(cookie ? { cookie } : {}), ...(session ? { session } : {}) }).catch(() => null)
      for (const [name, { may, message }] of Object.entries(MESSAGES)) {
        const done = heard !== null && (await heard.ask(name, message(world.things)).catch(() => ({ success: false }))).success
        if (done !== may.includes(who)) wrong.push(`${name} of ${who} is ${done ? 'done' : 'refused'}`)
      }
      if (!STRANGERS.includes(who)) continue
      const told = JSON.stringify([heard?.events, heard?.fresh, heard?.lists, heard?.present])
      if (told.includes(OURS)) wrong.push(`${who} is told of what is ours`)
    }
    expect(wrong).toEqual([])
  }, 60_000)
})

test('who may is answered, and strangers of what is theirs alone', async () => {
  const wrong: string[] = []
  for (const [name, row] of rows)
    for (const [at, who] of mayOf(name, row).entries()) {
      if (row.once && at > 0) break
      const cell = await ask(name, row, who)
      if (cell === null) continue
      if (cell.status !== (row.gets ?? 200)) wrong.push(`${name} is refused: ${shown(cell)}`)
      if (!row.bySecret && STRANGERS.includes(who) && cell.text.includes(OURS)) wrong.push(`${name} tells ${who} of what is ours`)
    }
  expect(wrong).toEqual([])
}, 120_000)
