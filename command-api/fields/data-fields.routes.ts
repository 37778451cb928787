import { fieldRecords, fieldsAnswer, fieldsSavedAnswer } from '#contract/documents'
import { derivedUuid } from '#domain/kernel'
import { viewFor } from '#domain/pack'
import { MOST_PICTURE_BYTES } from '#pdf/signature-image'
import type { Files } from '#platform/files'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok } from '../edge/problem.ts'
import type { FieldRecord } from '../pack/diff-fields.ts'
import { isOwnFile } from '../pack/kept-signatures.ts'
import { packCall } from '../pack/pack-call.ts'
import { contextOf, type PackAccess } from '../pack/packs.ts'
import { fieldRecordsOf } from '../pack/records.ts'
import { uploadTo } from '../pack/uploads.ts'
import { foreignFiles } from './foreign-files.ts'
import { saveFields } from './save-fields.ts'

/** A hundred drawn signatures are larger than other requests, and than one append. */
const MOST_BYTES = 5 * 1_048_576

/** Fields: saved by the hundred, each by itself; read as records. */
export function dataFieldRoutes(app: App<'config' | 'files' | 'world'>): void {
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
      const context = await contextOf(place.caller, request, services)
      const saved = await saveFields(packs, { place, request, records, foreign, context: () => context })
      if (isProblem(saved)) return saved
      const { done, before, refused } = saved
      return ok({
        message: refused.size === 0 ? 'The fields were saved.' : 'Some fields were not saved.',
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
async function withOwnImages(files: Pick<Files, 'find' | 'share'>, place: PackAccess, records: readonly FieldRecord[]) {
  const { pack, caller } = place
  const owner = uploadTo(place)
  if (isProblem(owner)) return records
  return Promise.all(
    records.map(async (record) => {
      const { data } = record
      if (typeof data !== 'object' || data === null || typeof data.file !== 'string') return record
      const own = await files.find(data.file)
      if (!own?.digest || own.refused !== null || own.mediaType !== 'image/png' || !isOwnFile(caller, own)) return record
      // The same however often it is sent.
      const file = derivedUuid(JSON.stringify([pack, own.key, 'picture']))
      await files.share({ key: file, pack, upload: { ...owner.upload, mostBytes: MOST_PICTURE_BYTES } }, own.key)
      return { ...record, data: { ...data, file } }
    }),
  )
}
