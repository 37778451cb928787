import { fieldRecords, fieldsAnswer, fieldsSavedAnswer } from '#contract/documents'
import { pack as aggregate, type PackFact, viewFor } from '#domain/pack'
import type { Files } from '#platform/files'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { inAppends } from '../pack/appends.ts'
import { commandsOfField, type FieldRecord } from '../pack/diff-fields.ts'
import { packCall } from '../pack/pack-call.ts'
import { contextOf, decideAll, type Place, packProblem } from '../pack/packs.ts'
import { fieldRecordsOf } from '../pack/records.ts'

type Decide = NonNullable<Parameters<App['packs']['change']>[0]['decide']>

/** A hundred drawn signatures are larger than other requests, and than one append. */
const MOST_BYTES = 5 * 1_048_576
/** A field's record is nearly always one fact or two; placed and filled at once, moved and described, hardly more. */
const MOST_FACTS = 4

/** Fields: saved by the hundred, each by itself; read as records. */
export function dataFieldRoutes(app: App): void {
  const { packs, services } = app

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/add_update_data_field',
    summary: 'Adds and changes fields, at most 100 a call. A field that is refused does not stop the others.',
    mostBytes: MOST_BYTES,
    body: dataBody(fieldRecords),
    answer: fieldsSavedAnswer,
    async run({ place, request, body: { data } }) {
      const refused = new Map<string, Problem>()
      const foreign = await foreignImages(services.files, place.pack, data)
      let before = place.state.updated
      const save = async (records: readonly FieldRecord[], part: number) => {
        const now = new Map<string, Problem>()
        const decide: Decide = (state, revision, context) => {
          if (part === 0) before = state.updated
          return decideEach(records, place, now, foreign)(state, revision, context)
        }
        const done = await packs.change({ on: place, request, part, plan: () => [], decide })
        if (isProblem(done)) return done
        // A repetition is not decided again: what it left as it was is asked once more, so that its answer names the same refusals.
        if (done.repeated) {
          const kept = new Set(done.events.flatMap(({ fact: { data: of } }) => ('field' in of ? of.field : [])))
          const left = records.filter(({ uuid }) => !kept.has(uuid))
          decideEach(left, place, now, foreign)(done.state, done.revision, contextOf(place.caller, services))
        }
        for (const [uuid, why] of now) refused.set(uuid, why)
        return done
      }
      const [first = [], ...rest] = inAppends(data, MOST_FACTS)
      let saved = await save(first, 0)
      for (const [at, records] of rest.entries()) if (!isProblem(saved)) saved = await save(records, at + 1)
      if (isProblem(saved)) return saved
      const [why] = refused.values()
      // Nothing of it was kept: that is a refusal, not a success.
      if (why && refused.size === data.length) return { ...why, at: [...refused.keys()] }
      return ok({
        data_fields: data
          .filter(({ uuid }) => !refused.has(uuid))
          .map(({ uuid }) => ({ uuid, date_updated: saved.state.fields[uuid]?.updated ?? saved.state.updated })),
        date_updated: saved.state.updated,
        previous_update: before,
        revision: saved.revision,
        refused: [...refused].map(([uuid, { code, message }]) => ({ uuid, code, message })),
      })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/get_data_fields',
    summary: 'The fields of the document, as the caller may see them.',
    answer: fieldsAnswer,
    async run({ place }) {
      return ok({ data_fields: fieldRecordsOf(viewFor(place.state, place.audience), place.child, await app.people.namesFor(place)) })
    },
  })
}

const NO_SUCH_IMAGE = { unclear: 'There is no such image.' }

/** Records whose value names an image that was not uploaded to this pack, or is another one than it says. */
async function foreignImages(files: Pick<Files, 'find'>, pack: string, records: readonly FieldRecord[]): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>()
  for (const { uuid, data } of records) {
    if (typeof data !== 'object' || data === null || data.file === undefined) continue
    const file = typeof data.file === 'string' ? await files.find(data.file) : null
    if (file?.pack !== pack || file.digest !== data.digest || file.mediaType !== 'image/png') foreign.add(uuid)
  }
  return foreign
}

/** Each record is decided on what those before it led to, and refused alone. */
function decideEach(records: readonly FieldRecord[], place: Place, refused: Map<string, Problem>, foreign: ReadonlySet<string>): Decide {
  const { who, child } = place
  const by = who.as === 'signatory' ? who.signatory : 'self'
  return (from, revision, context) => {
    refused.clear()
    let state = from
    const facts: PackFact[] = []
    for (const record of records) {
      const commands = foreign.has(record.uuid) ? NO_SUCH_IMAGE : commandsOfField(record, state, by, child)
      if ('unclear' in commands) {
        refused.set(record.uuid, problem('invalid-request', { message: commands.unclear }))
        continue
      }
      const decided = decideAll(commands, state, revision + facts.length, who, context)
      if ('refused' in decided) {
        refused.set(record.uuid, packProblem(decided))
        continue
      }
      for (const fact of decided) {
        facts.push(fact)
        state = aggregate.evolve(state, fact, { time: context.now, revision: revision + facts.length, principal: context.principal })
      }
    }
    return facts
  }
}
