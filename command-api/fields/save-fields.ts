import type { FastifyRequest } from 'fastify'
import { decideInTurn, evolved } from '#domain/kernel'
import { pack as aggregate, type DecisionContext, type PackFact } from '#domain/pack'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { inAppends } from '../pack/appends.ts'
import { commandsOfField, type FieldRecord } from '../pack/diff-fields.ts'
import { type Change, type PackAccess, type PackDone, type Packs, packProblem } from '../pack/packs.ts'

type Decide = NonNullable<Change['decide']>

export interface FieldsToSave {
  readonly place: PackAccess
  readonly request: FastifyRequest
  readonly records: readonly FieldRecord[]
  /** Records whose value names an image that is not this pack's. */
  readonly foreign: ReadonlySet<string>
  /** What a decision is made in that is only asked for its refusals. */
  context(): DecisionContext
}
export interface FieldsSaved {
  readonly done: PackDone
  /** When the pack had last moved before this. */
  readonly before: string
  readonly refused: ReadonlyMap<string, Problem>
}

/** A field's record is nearly always one fact or two; placed and filled at once, moved and described, hardly more. */
const MOST_FACTS = 4

/** Saves fields, each by itself, in as many appends as they need. A problem where nothing of it was kept. */
export async function saveFields(packs: Pick<Packs, 'change'>, fields: FieldsToSave): Promise<FieldsSaved | Problem> {
  const { place, request, records: all } = fields
  const refused = new Map<string, Problem>()
  let before = place.state.updated
  const save = async (records: readonly FieldRecord[], part: number) => {
    const now = new Map<string, Problem>()
    const decide: Decide = (state, revision, context) => {
      if (part === 0) before = state.updated
      return decideEach(records, fields, now)(state, revision, context)
    }
    const done = await packs.change({ on: place, request, part, plan: () => [], decide })
    if (isProblem(done)) return done
    // A repetition is not decided again: what it left as it was is asked once more, so that its answer names the same refusals.
    if (done.repeated) {
      const kept = new Set(done.events.flatMap(({ fact: { data: of } }) => ('field' in of ? of.field : [])))
      const left = records.filter(({ uuid }) => !kept.has(uuid))
      decideEach(left, fields, now)(done.state, done.revision, fields.context())
    }
    for (const [uuid, why] of now) refused.set(uuid, why)
    return done
  }
  const [first = [], ...rest] = inAppends(all, MOST_FACTS)
  let done = await save(first, 0)
  for (const [at, records] of rest.entries()) if (!isProblem(done)) done = await save(records, at + 1)
  if (isProblem(done)) return done
  const [why] = refused.values()
  // Nothing of it was kept: that is a refusal, not a success.
  if (why && refused.size === all.length) return { ...why, at: [...refused.keys()] }
  return { done, before, refused }
}

const NO_SUCH_IMAGE = { unclear: 'There is no such image.' }

/** Each record is decided on what those before it led to, and refused alone. */
function decideEach(records: readonly FieldRecord[], { place, foreign }: FieldsToSave, refused: Map<string, Problem>): Decide {
  const { who, child } = place
  const by = who.as === 'signatory' ? who.signatory : 'self'
  return (from, revision, context) => {
    refused.clear()
    let state = from
    const facts: PackFact[] = []
    const copied = new Set<object>()
    for (const record of records) {
      const commands = foreign.has(record.uuid) ? NO_SUCH_IMAGE : commandsOfField(record, state, by, child)
      if ('unclear' in commands) {
        refused.set(record.uuid, problem('invalid-request', { message: commands.unclear }))
        continue
      }
      const standing = { key: place.pack, state, revision: revision + facts.length }
      const decided = decideInTurn(aggregate, commands, standing, who, context)
      if ('refused' in decided) {
        refused.set(record.uuid, packProblem(decided))
        continue
      }
      state = evolved(aggregate, standing, decided, context, copied)
      facts.push(...decided)
    }
    return facts
  }
}
