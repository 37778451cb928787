import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { digestOfHead, hashOfEvent, merkleRoot, type StoredEvent } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import { testOnEventTable } from '#tests/event-table'
import { type TestServer, testServer } from '#tests/server'
import { sent } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const sql = (text: string, values: readonly unknown[] = []) => server.application.foundation.pool.query(text, [...values])
const storedOf = (stream: string) => server.application.services.eventLog.read(stream, 0n, 10_000)
/** Without the sealed values: they are dropped here, which is found anyway, and an attacker with the master key would seal them again. */
const findings = async () =>
  (await server.application.watch!.guard.checkNow()).findings
    .filter(({ kind }) => kind !== 'values')
    .map(({ kind, where, revision }) => ({ kind, where, revision }))

/** Rewrites a stream from an event on, as an attacker with this program's source would. */
async function rewrite(stream: string, change: (event: StoredEvent) => Partial<StoredEvent>): Promise<void> {
  let prev = ''
  for (const event of await storedOf(stream)) {
    const plain = { ...event, ...change(event), prev }
    const hash = hashOfEvent(plain)
    await sql(
      `UPDATE event_log SET data = $3, meta = $4, prev = $5, hash = $6, sealed = CASE WHEN hash = $6 THEN sealed ELSE '[]'::json END
       WHERE stream = $1 AND revision = $2`,
      [stream, event.revision, JSON.stringify(plain.data), JSON.stringify(plain.meta), prev, hash],
    )
    prev = hash
  }
}

testOnEventTable(
  'a forger who makes everything in the database agree, history, leaves, roots and the chain of anchors, is found by the file outside of it',
  async () => {
    const field = { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 } as const
    const { pack } = await sent(server.owner, 'Lease of the mill', ['Nell Archer'], [field])
    const stream = `pack-${pack}`
    // An append during the rewrite would not follow from it.
    await expect.poll(async () => (await storedOf(stream)).at(-1)!.type).toBe('SignatureRequestSent')
    await server.application.watch!.anchoring.now()
    expect(await findings()).toEqual([])

    const signed = (await storedOf(stream)).at(-1)!
    await rewrite(stream, (event) => (event.revision < 3 ? {} : { meta: { ...event.meta, time: '2020-01-01T00:00:00.000Z' } }))
    const head = (await storedOf(stream)).at(-1)!
    expect(head.hash).not.toBe(signed.hash)

    // The leaves that held it, the root over them, and the anchor's own event with all hashes after it.
    type Leaf = { at: number; stream: string; revision: number; hash: string; digest: string }
    const { rows: trees } = await sql('SELECT DISTINCT root FROM anchor_leaf WHERE stream = $1', [stream])
    for (const { root } of trees as { root: string }[]) {
      const hashes = new Map((await storedOf(stream)).map(({ revision, hash }) => [revision, hash]))
      const { rows } = await sql('SELECT at, stream, revision, hash, digest FROM anchor_leaf WHERE root = $1 ORDER BY at', [root])
      const forged = (rows as Leaf[]).map((leaf) => {
        if (leaf.stream !== stream) return leaf
        const hash = hashes.get(leaf.revision)!
        return { ...leaf, hash, digest: digestOfHead({ stream, revision: leaf.revision, hash }) }
      })
      const other = merkleRoot(forged.map(({ digest }) => digest))
      await sql('INSERT INTO anchor_tree (root) VALUES ($1)', [other])
      for (const { at, hash, digest } of forged)
        await sql('UPDATE anchor_leaf SET root = $1, hash = $4, digest = $5 WHERE root = $2 AND at = $3', [other, root, at, hash, digest])
      const { rows: kept } = await sql('DELETE FROM anchor_tree WHERE root = $1 RETURNING number, revision', [root])
      await sql('UPDATE anchor_tree SET number = $2, revision = $3 WHERE root = $1', [other, kept[0].number, kept[0].revision])
      await rewrite('anchors', ({ data }) => ({ data: data.root === root ? { ...data, root: other } : data }))
    }

    expect(verifyChain(await storedOf(stream))).toEqual([])
    expect(verifyChain(await storedOf('anchors'))).toEqual([])
    const anchors = await storedOf('anchors')
    const found = await findings()
    expect(found).toEqual(
      anchors
        .filter(({ type }) => type === 'HeadsAnchored')
        .map(({ data }) => ({ kind: 'anchors', where: 'anchors', revision: data.number })),
    )

    // Without the file, nothing inside would have revealed it: it is worth keeping elsewhere.
    const outside = join(server.application.foundation.dataDir, 'anchors.jsonl')
    expect((await readFile(outside, 'utf8')).includes(String(anchors[0]!.hash))).toBe(false)
    // The next anchors do not put the forged ones into the file.
    await server.application.watch!.anchoring.now()
    expect((await readFile(outside, 'utf8')).includes(String(anchors[0]!.hash))).toBe(false)
  },
)
