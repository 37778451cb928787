import { disclosed, isWithheld } from '#domain/kernel'
import { auditWords, pack, packOfStream, redact } from '#domain/pack'
import { type FoldDeps, foldPacks, isGone, type PackFolder, type Step } from '#projections/packs'
import type { Projection, Projector } from '#projections/runner'
import type { AuditRecords, AuditRow } from './records.ts'

/** What happened to each pack, by whom, when and from where, as far as the team may know. */
export function auditTrailProjection(deps: FoldDeps, { write, rewrite, ...kept }: AuditRecords): Projection {
  return {
    ...kept,
    name: 'audit_trail',
    filter: { streamPrefixes: pack.streams },
    open() {
      const packs = foldPacks(deps)
      const stage: NonNullable<Projector['stage']> = async (events, erased) => {
        const rows = (await packs.steps(events, erased)).flatMap(recordsOf)
        return (tables) => write(tables, rows)
      }
      return {
        prepare: packs.prepare,
        stage,
        project: async (events, tables, erased) => (await stage(events, erased))(tables),
        letGo: packs.forget,
        async forget(stream, tables) {
          packs.forget(stream)
          await rewrite(tables, packOfStream(stream)!, (revision) => rowsUpTo(packs, stream, revision))
        },
      }
    },
  }
}

async function* rowsUpTo(packs: PackFolder, stream: string, revision: number): AsyncGenerator<readonly AuditRow[]> {
  for await (const steps of packs.stepsOf(stream)) {
    // The rest, thousands of events perhaps, would only be read to be left out.
    if (isGone(steps)) return
    yield steps.filter(({ event }) => event.revision <= revision).flatMap(recordsOf)
  }
}

/** The rows of one step: one, or none where the team sees nothing of it. */
export function recordsOf({ event, before, after }: Step): AuditRow[] {
  const shown = redact(before, event, { of: 'team' })
  // A pack whose own key was destroyed is gone for good, with its history.
  if (!shown || isWithheld(after.name)) return []
  const { meta, revision, hash } = event
  return [
    {
      pack: packOfStream(event.stream)!,
      revision,
      // The pack's own date after the event: it grows with each, so that nobody who asks for what came since misses one.
      happened: after.updated,
      code: shown.fact.type,
      words: auditWords(shown.fact, after, meta.actor.principal),
      principal: meta.actor.principal,
      capacity: meta.actor.capacity,
      on_behalf_of: meta.actor.onBehalfOf ?? null,
      reason: meta.reason === undefined ? null : disclosed(meta.reason, null),
      address: meta.address === undefined ? null : disclosed(meta.address, null),
      agent: meta.agent === undefined ? null : disclosed(meta.agent, null),
      hash,
    },
  ]
}
