import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { LIVE, type packProgress } from '#contract/live'
import { openPool } from '#platform/postgres'
import { asSigner, asTeam, type LiveConnection, soon } from '#tests/live-client'
import { liveWorld } from '#tests/live-world'
import { type Besides, type TestServer, testServer } from '#tests/server'
import { progressBroadcaster } from '../../cli/progress-broadcaster.ts'
import { linkOf, newId, type PreparedField, sent, uploaded, viewOf } from '../support/prepared.ts'

// The server converts and seals; the other only serves.
let server: TestServer
let other: Besides
const open: LiveConnection[] = []
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_MASTER_KEY: randomBytes(32).toString('base64') } })
  other = await server.anotherProcess({ PARAPH_ROLES: 'api' })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }

type Said = z.infer<typeof packProgress>
async function progressOf(connecting: Promise<LiveConnection>, pack: string): Promise<Said[]> {
  const one = await connecting
  open.push(one)
  const said: Said[] = []
  one.socket.on(LIVE.packProgress, (message: Said) => said.push(message))
  expect(await one.watch(pack, -1)).toEqual({ success: true })
  return said
}

test('how far a seal is reaches the team’s connections to every process, and no signer’s', async () => {
  const made = await sent(server.owner, 'Sealed elsewhere', ['Ada Lovelace'], [SIGNATURE])
  const link = await linkOf(server.owner, made.pack, made.signers[0]!)
  const here = await progressOf(asTeam(server.url, server.owner), made.pack)
  const there = await progressOf(asTeam(other.url, server.owner), made.pack)
  const signer = await progressOf(asSigner(other.url, await server.signer(link)), made.pack)
  // The request's mail may go out at the same moment: then what the decision rests on has moved.
  await vi.waitFor(
    async () => {
      const { revision } = await viewOf(server.owner, made.pack)
      await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'complete', revision } })
    },
    { timeout: 60_000 },
  )
  const last = (said: Said[]) => said.at(-1) && [said.at(-1)!.kind, said.at(-1)!.done === said.at(-1)!.total]
  for (const said of [here, there]) {
    await soon(
      () => last(said),
      (seen) => JSON.stringify(seen) === JSON.stringify(['sealing', true]),
    )
    expect(said.every(({ document_key, child_key }) => document_key === made.pack && child_key === made.document)).toBe(true)
  }
  expect(signer).toEqual([])
})

test('a process that serves nobody tells those that do; what it says in one moment is said once', async () => {
  const { pack, document } = await uploaded(server.owner, 'Converted elsewhere')
  const here = await progressOf(asTeam(server.url, server.owner), pack)
  const there = await progressOf(asTeam(other.url, server.owner), pack)
  const pool = openPool(server.application.foundation.databaseUrl, { max: 1 })
  const elsewhere = progressBroadcaster({ pool, world: liveWorld(), hears: false })
  // Of a seal: the last word of its real conversion may still be on its way.
  for (let done = 1; done <= 200; done++) elsewhere.tell({ pack, kind: 'sealing', child: document, done, total: 200 })
  elsewhere.tell({ pack: newId(), kind: 'conversion', child: newId(), done: 1, total: 2 })
  for (const said of [here, there]) {
    const sealing = () => said.filter(({ kind }) => kind === 'sealing')
    await soon(sealing, (words) => words.length > 0)
    expect(sealing()).toEqual([{ document_key: pack, kind: 'sealing', child_key: document, done: 200, total: 200 }])
  }
  await elsewhere.close()
  await pool.end()
})
