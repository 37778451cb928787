import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Random } from '#platform/ports'
import { inTransaction, type Migration, PROMPTLY } from '#platform/postgres'
import { boxes } from '#platform/secrets'
import type { SharedLeaf, SharedLeaves } from './port.ts'
import { saltedUnder } from './salt.ts'

export const sharedLeavesSchema: readonly Migration[] = [
  {
    name: 'shared-leaves/001-shared-leaves',
    sql: readFileSync(new URL('./001-shared-leaves.sql', import.meta.url), 'utf8'),
  },
]

export interface PostgresSharedLeavesOptions {
  /** With `sharedLeavesSchema` applied. */
  readonly pool: pg.Pool
  readonly key: Uint8Array
  readonly random: Random
}

export function postgresSharedLeaves({ pool, key, random }: PostgresSharedLeavesOptions): SharedLeaves {
  const { seal, open } = boxes(key, random)
  const purpose = (digest: string) => `shared leaf ${digest}`

  /** Held against the removal of the last holder, until this stream is among those that hold it. */
  async function use(stream: string, digests: readonly string[]): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'shared-leaf-use',
      text: `WITH there AS (SELECT digest FROM shared_leaf WHERE digest = ANY ($2) ORDER BY digest FOR KEY SHARE),
                  used AS (INSERT INTO shared_leaf_use (digest, stream) SELECT digest, $1 FROM there ON CONFLICT DO NOTHING)
             SELECT FROM there`,
      values: [stream, digests],
    })
    return rowCount === digests.length
  }

  return {
    salted: saltedUnder(key),
    async keep(stream, leaves) {
      const digests = [...leaves.keys()]
      // Most are there. One that goes between two of these statements is put there again.
      while (!(await use(stream, digests))) {
        await pool.query('INSERT INTO shared_leaf (digest, box) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING', [
          digests,
          Array.from(leaves, ([digest, leaf]) => seal(purpose(digest), JSON.stringify(leaf))),
        ])
      }
    },
    async find(digests) {
      const { rows } = await pool.query<{ digest: string; box: string }>({
        name: 'shared-leaf-find',
        text: 'SELECT digest, box FROM shared_leaf WHERE digest = ANY ($1)',
        values: [digests],
      })
      return new Map(rows.map(({ digest, box }) => [digest, leafIn(digest, box)]))
    },
    release: (stream) =>
      inTransaction(
        pool,
        async (connection) => {
          const { rows } = await connection.query<{ digest: string }>('DELETE FROM shared_leaf_use WHERE stream = $1 RETURNING digest', [
            stream,
          ])
          const digests = rows.map(({ digest }) => digest)
          if (digests.length === 0) return
          // Streams about to hold one of them are waited for, and seen by the statement after this.
          await connection.query('SELECT FROM shared_leaf WHERE digest = ANY ($1) ORDER BY digest FOR UPDATE', [digests])
          await connection.query(
            `DELETE FROM shared_leaf l WHERE digest = ANY ($1) AND NOT EXISTS (SELECT FROM shared_leaf_use u WHERE u.digest = l.digest)`,
            [digests],
          )
        },
        PROMPTLY,
      ),
  }

  function leafIn(digest: string, box: string): SharedLeaf {
    try {
      return JSON.parse(open(purpose(digest), box)) as SharedLeaf
    } catch {
      // A changed value opens to nothing, and nothing does not have its digest.
      return { salt: '', value: null }
    }
  }
}
