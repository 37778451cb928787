import { fieldRecords, fieldsAnswer, fieldsSavedAnswer } from '#contract/documents'
import { derivedUuid, digestOfJson, type Json } from '#domain/kernel'
import { viewFor } from '#domain/pack'
import type { Files } from '#platform/files'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { ok } from '../edge/ok.ts'
import { isProblem } from '../edge/problem.ts'
import { attachable } from '../pack/attachable.ts'
import type { FieldRecord } from '../pack/diff-fields.ts'
import { isOwnFile } from '../pack/kept-signatures.ts'
import { packCall } from '../pack/pack-call.ts'
import { contextOf, type Place } from '../pack/packs.ts'
import { fieldRecordsOf } from '../pack/records.ts'
import { saveFields } from '../pack/save-fields.ts'
import type { Services } from '../services.ts'

/** A hundred drawn signatures are larger than other requests, and than one append. */
const MOST_BYTES = 5 * 1_048_576

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
      const records = await withOwnImages(services.files, place, data)
      const foreign = await foreignFiles(services, place, records)
      const saved = await saveFields(packs, { place, request, records, foreign, context: () => contextOf(place.caller, services) })
      if (isProblem(saved)) return saved
      const { done, before, refused } = saved
      return ok({
        data_fields: data
          .filter(({ uuid }) => !refused.has(uuid))
          .map(({ uuid }) => ({ uuid, date_updated: done.state.fields[uuid]?.updated ?? done.state.updated })),
        date_updated: done.state.updated,
        previous_update: before,
        revision: done.revision,
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

/** A picture that the caller uploaded before it was any field's comes along, under a key of the document. */
async function withOwnImages(files: Pick<Files, 'find' | 'share'>, { pack, caller }: Place, records: readonly FieldRecord[]) {
  return Promise.all(
    records.map(async (record) => {
      const { data } = record
      if (typeof data !== 'object' || data === null || typeof data.file !== 'string') return record
      const own = await files.find(data.file)
      if (!own?.digest || own.mediaType !== 'image/png' || !isOwnFile(caller, own)) return record
      // The same however often it is sent.
      const file = derivedUuid(JSON.stringify([pack, own.key, 'picture']))
      await files.share({ key: file, pack }, own.key)
      return { ...record, data: { ...data, file } }
    }),
  )
}

/** Records whose value names a file that was not uploaded to this pack, is another one than it says, or stands elsewhere there. */
async function foreignFiles(
  services: Pick<Services, 'files'>,
  place: Place,
  records: readonly FieldRecord[],
): Promise<ReadonlySet<string>> {
  const { files } = services
  const { pack, state } = place
  const foreign = new Set<string>()
  for (const { uuid, data } of records) {
    if (typeof data !== 'object' || data === null || data.file === undefined) continue
    if (data.method === 'attached') {
      const held = state.fields[uuid]?.value
      const same = held !== null && held !== undefined && digestOfJson(held as Json) === digestOfJson(data as Json)
      const { file, filename } = data
      // Nobody comes to what is another's by putting it into a field of their own.
      const upload = same ? null : await attachable(services, place, String(file), String(filename))
      if (upload && (isProblem(upload) || upload.digest !== data.digest || upload.size !== data.size)) foreign.add(uuid)
      continue
    }
    const file = typeof data.file === 'string' ? await files.find(data.file) : null
    if (file?.pack !== pack || file.digest !== data.digest || file.mediaType !== 'image/png') foreign.add(uuid)
  }
  return foreign
}
