import type pg from 'pg'
import { type AnchorLeaf, digestOfHead } from '#domain/kernel'
import { inTransaction, type Migration, PROMPTLY, type Queries } from '#platform/postgres'

/** A leaf as it is kept. Of a pack that was deleted for good only its digest stays, so that the tree can still be walked. */
export interface KeptLeaf {
  readonly stream: string
  readonly revision: number | null
  readonly hash: string | null
  readonly digest: string
}
export interface KeptTree {
  readonly number: number
  readonly root: string
  /** Of the anchor's own event in the stream of anchors. */
  readonly revision: number
}

/** The leaves under each root. Changing them changes the root, which stands in the log, in a file and in published proofs. */
export interface AnchorStore {
  /** Before the root is recorded: there is never an anchor without its leaves. */
  put(root: string, leaves: readonly AnchorLeaf[]): Promise<void>
  /** The root is recorded. */
  confirm(tree: KeptTree): Promise<void>
  /** A root that nobody recorded. */
  drop(root: string): Promise<void>
  /** The latest anchor that holds this stream, and the leaf's place in it. */
  latestOf(stream: string): Promise<{ readonly tree: KeptTree; readonly at: number; readonly leaf: KeptLeaf } | null>
  leavesOf(root: string): Promise<readonly KeptLeaf[]>
  /** Anchors after a number, in order. */
  trees(after: number, limit: number): Promise<readonly KeptTree[]>
  /** Those of these places of streams that are anchored, with the hash they had. */
  anchoredAt(places: readonly { readonly stream: string; readonly revision: number }[]): Promise<readonly KeptLeaf[]>
  /** Part of a permanent deletion: what the leaves say goes, also of anchors that are being made. */
  forget(stream: string): Promise<void>
}

export const anchorMigrations: readonly Migration[] = [
  {
    name: 'anchoring/001-leaves',
    sql: `
      CREATE TABLE anchor_tree (root text PRIMARY KEY, number int UNIQUE, revision int);
      CREATE TABLE anchor_leaf (
        root text NOT NULL REFERENCES anchor_tree ON DELETE CASCADE,
        at int NOT NULL,
        digest text NOT NULL,
        stream text COLLATE "C" NOT NULL,
        -- Null, with the hash, once the stream was deleted for good.
        revision int,
        hash text,
        PRIMARY KEY (root, at)
      );
      CREATE INDEX anchor_leaf_of_stream ON anchor_leaf (stream, revision);
      CREATE TABLE anchor_forgotten (stream text COLLATE "C" PRIMARY KEY);`,
  },
]

// A deletion and an anchor that is being made must not pass each other unseen.
const LOCK = 7_303_021

/** @param pool with `anchorMigrations` applied */
export function postgresAnchorStore(pool: pg.Pool): AnchorStore {
  const locked = (work: (connection: Queries) => Promise<void>) =>
    inTransaction(
      pool,
      async (connection) => {
        await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
        await work(connection)
      },
      PROMPTLY,
    )
  const BLANK = 'UPDATE anchor_leaf SET revision = NULL, hash = NULL WHERE hash IS NOT NULL AND'
  return {
    put: (root, leaves) =>
      locked(async (connection) => {
        const { rowCount } = await connection.query('INSERT INTO anchor_tree (root) VALUES ($1) ON CONFLICT DO NOTHING', [root])
        if (rowCount === 0) return
        await connection.query(
          `INSERT INTO anchor_leaf (root, at, digest, stream, revision, hash)
           SELECT $1, at - 1, digest, stream, revision, hash
           FROM unnest($2::text[], $3::text[], $4::int[], $5::text[]) WITH ORDINALITY AS leaf (digest, stream, revision, hash, at)`,
          [root, leaves.map(digestOfHead), ...(['stream', 'revision', 'hash'] as const).map((of) => leaves.map((leaf) => leaf[of]))],
        )
        await connection.query(`${BLANK} root = $1 AND stream IN (SELECT stream FROM anchor_forgotten)`, [root])
      }),
    async confirm({ root, number, revision }) {
      await pool.query('UPDATE anchor_tree SET number = $2, revision = $3 WHERE root = $1', [root, number, revision])
    },
    async drop(root) {
      await pool.query('DELETE FROM anchor_tree WHERE root = $1 AND number IS NULL', [root])
    },
    async latestOf(stream) {
      const { rows } = await pool.query(
        `SELECT root, number, tree.revision AS event, at, digest, stream, leaf.revision, hash
         FROM anchor_leaf leaf JOIN anchor_tree tree USING (root)
         WHERE stream = $1 AND number IS NOT NULL AND hash IS NOT NULL ORDER BY leaf.revision DESC LIMIT 1`,
        [stream],
      )
      const row = rows[0]
      if (!row) return null
      const { root, number, event, at, ...leaf } = row
      return { tree: { root, number, revision: event }, at, leaf }
    },
    async leavesOf(root) {
      const { rows } = await pool.query<KeptLeaf>('SELECT stream, revision, hash, digest FROM anchor_leaf WHERE root = $1 ORDER BY at', [
        root,
      ])
      return rows
    },
    async trees(after, limit) {
      const { rows } = await pool.query<KeptTree>(
        'SELECT root, number, revision FROM anchor_tree WHERE number > $1 ORDER BY number LIMIT $2',
        [after, limit],
      )
      return rows
    },
    async anchoredAt(places) {
      const { rows } = await pool.query<KeptLeaf>({
        // Asked for each page of the log, for ever: planned once.
        name: 'anchored-at',
        text: `SELECT stream, revision, hash, digest FROM anchor_leaf
               JOIN unnest($1::text[], $2::int[]) AS asked (stream, revision) USING (stream, revision)`,
        values: [places.map(({ stream }) => stream), places.map(({ revision }) => revision)],
      })
      return rows
    },
    forget: (stream) =>
      locked(async (connection) => {
        await connection.query('INSERT INTO anchor_forgotten VALUES ($1) ON CONFLICT DO NOTHING', [stream])
        await connection.query(`${BLANK} stream = $1`, [stream])
      }),
  }
}

/** For tests and the simulation. */
export function memoryAnchorStore(): AnchorStore {
  const trees = new Map<string, { number: number | null; revision: number; leaves: KeptLeaf[] }>()
  const forgotten = new Set<string>()
  const seen = (leaf: KeptLeaf): KeptLeaf => (forgotten.has(leaf.stream) ? { ...leaf, revision: null, hash: null } : leaf)
  const recorded = () =>
    [...trees].flatMap(([root, { number, revision, leaves }]) =>
      number === null ? [] : [{ root, number, revision, leaves: leaves.map(seen) }],
    )
  return {
    async put(root, leaves) {
      if (!trees.has(root))
        trees.set(root, { number: null, revision: 0, leaves: leaves.map((leaf) => ({ ...leaf, digest: digestOfHead(leaf) })) })
    },
    async confirm({ root, number, revision }) {
      const tree = trees.get(root)
      if (tree) trees.set(root, { ...tree, number, revision })
    },
    async drop(root) {
      if (trees.get(root)?.number === null) trees.delete(root)
    },
    async latestOf(stream) {
      const found = recorded().flatMap(({ leaves, ...tree }) =>
        leaves.flatMap((leaf, at) => (leaf.stream === stream && leaf.hash !== null ? [{ tree, at, leaf }] : [])),
      )
      return found.sort((a, b) => a.leaf.revision! - b.leaf.revision!).at(-1) ?? null
    },
    leavesOf: async (root) => trees.get(root)?.leaves.map(seen) ?? [],
    trees: async (after, limit) =>
      recorded()
        .filter(({ number }) => number > after)
        .sort((a, b) => a.number - b.number)
        .slice(0, limit)
        .map(({ leaves: _, ...tree }) => tree),
    anchoredAt: async (places) =>
      recorded()
        .flatMap(({ leaves }) => leaves)
        .filter((leaf) => places.some(({ stream, revision }) => stream === leaf.stream && revision === leaf.revision)),
    async forget(stream) {
      forgotten.add(stream)
    },
  }
}
