import { readFileSync } from 'node:fs'
import { disclosed, isWithheld } from '#domain/kernel'
import { auditWords, redact } from '#domain/pack'
import type { Queries } from '#platform/postgres'
import { type FoldDeps, foldPacks, isGone, PACK_STREAMS, packOfStream, type Step } from '#projections/packs'
import type { Projection, Projector } from '#projections/runner'

interface Row {
  readonly pack: string
  readonly revision: number
  readonly happened: string
  readonly code: string
  readonly words: string
  readonly principal: string
  readonly capacity: string
  readonly address: string | null
  readonly agent: string | null
  readonly hash: string
}

/** What happened to each pack, by whom, when and from where, as far as the team may know. */
export function auditTrailProjection(deps: FoldDeps): Projection {
  return {
    name: 'audit_trail',
    version: 1,
    schema: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'),
    filter: { streamPrefixes: [PACK_STREAMS] },
    indexesForReaders: ['record_since'],
    open() {
      const packs = foldPacks(deps)
      const stage: NonNullable<Projector['stage']> = async (events) => {
        const rows = (await packs.steps(events.map(({ event }) => event))).flatMap(recordsOf)
        return (tables) => write(tables, rows)
      }
      return {
        prepare: (events) => packs.prepare(events.map(({ event }) => event)),
        stage,
        project: async (events, tables) => (await stage(events))(tables),
        letGo: packs.forgetAll,
        async forget(stream, tables) {
          packs.forget(stream)
          const pack = packOfStream(stream)
          const { rows } = await tables.query<{ last: number | null }>('SELECT max(revision) AS last FROM record WHERE pack = $1', [pack])
          const last = rows[0]?.last ?? -1
          await tables.query('DELETE FROM record WHERE pack = $1', [pack])
          for await (const steps of packs.stepsOf(stream)) {
            // The rest, thousands of events perhaps, would only be read to be left out.
            if (isGone(steps)) return
            await write(tables, steps.filter(({ event }) => event.revision <= last).flatMap(recordsOf))
          }
        },
      }
    },
  }
}

/** The rows of one step: one, or none for what the team is not told. */
export function recordsOf({ event, before, after }: Step): Row[] {
  const told = redact(before, event, { of: 'team' })
  // A pack whose own key was destroyed is gone for good, with its history.
  if (!told || isWithheld(after.name)) return []
  const { meta, revision, hash } = event
  return [
    {
      pack: packOfStream(event.stream),
      revision,
      // The pack's own date after the event: it grows with each, so that nobody who asks for what came since misses one.
      happened: after.updated,
      code: told.fact.type,
      words: auditWords(told.fact, after),
      principal: meta.actor.principal,
      capacity: meta.actor.capacity,
      address: meta.address === undefined ? null : disclosed(meta.address, null),
      agent: meta.agent === undefined ? null : disclosed(meta.agent, null),
      hash,
    },
  ]
}

const COLUMNS = ['pack', 'revision', 'happened', 'code', 'words', 'principal', 'capacity', 'address', 'agent', 'hash'] as const
const TYPES = ['uuid', 'int', 'timestamptz', 'text', 'text', 'text', 'text', 'text', 'text', 'text']

// An event never changes, so neither does its row: the same one again is the same row.
const INSERT = `INSERT INTO record (${COLUMNS.join()}) SELECT * FROM unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join()})
                ON CONFLICT DO NOTHING`

async function write(tables: Queries, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  // PostgreSQL cannot hold the character NUL.
  const storable = (value: string | number | null) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)
  await tables.query(
    INSERT,
    COLUMNS.map((column) => rows.map((row) => storable(row[column]))),
  )
}
