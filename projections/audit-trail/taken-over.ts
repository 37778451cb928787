import { pack as aggregate, auditWords, codec, factsOfDefinition, redact, streamOfPack } from '#domain/pack'
import { openEvents } from '#platform/event-codec'
import type { FoldDeps } from '#projections/packs'

/** What a copy took over from its origin, each as it would stand there had it been done by hand. */
export async function takenOver({ log, keys }: Pick<FoldDeps, 'log' | 'keys'>, pack: string): Promise<readonly string[]> {
  // It is what follows the first event.
  const begun = await openEvents(await log.read(streamOfPack(pack), 0n, 2), codec, keys)
  const lines: string[] = []
  let state = aggregate.initial
  for (const { fact, meta, revision, ...event } of begun) {
    const when = { time: meta.time, revision, principal: meta.actor.principal }
    for (const each of fact.type === 'DefinitionTaken' ? factsOfDefinition(fact.data) : [fact]) {
      const shown = redact(state, { ...event, meta, revision, fact: each }, { of: 'team' })
      state = aggregate.evolve(state, each, when)
      if (shown && each !== fact) lines.push(auditWords(shown.fact, state, when.principal))
    }
  }
  return lines
}

/** Who took the pack over by the event at this revision. */
export async function successorAt(log: FoldDeps['log'], pack: string, revision: number): Promise<string | null> {
  const [event] = await log.read(streamOfPack(pack), BigInt(revision), 1)
  return event?.type === 'PackTakenOver' ? String(event.data.to) : null
}
