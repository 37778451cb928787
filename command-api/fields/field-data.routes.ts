import { Readable } from 'node:stream'
import { disclosed, isWithheld } from '#domain/kernel'
import {
  can,
  customFieldId,
  type Field,
  type FieldValue,
  isAttachedFile,
  liveCustomFields,
  type PackState,
  viewFor,
  type Who,
} from '#domain/pack'
import type { App } from '../app.ts'
import { problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { packCall } from '../pack/pack-call.ts'
import { csvHead, csvLine } from '../replay/csv.ts'

/** What stands in a document's fields, as a table. */
export function fieldDataRoutes(app: App): void {
  packCall(app, {
    method: 'GET',
    url: '/documents/:key/get_csv_file',
    summary: 'The field data of a document as CSV, as its team may see them: drafts of a signer stand as filled, without their value.',
    teamOnly: true,
    async run({ place, reply }) {
      const { state, who, audience, child } = place
      if (!mayTakeFieldData(who)) return problem('not-allowed')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(`${disclosed(state.name, 'document').replace(/\.pdf$/i, '')}.csv`))
        .send(Readable.from(linesOf(viewFor(state, audience), child)))
    },
  })
}

export const mayTakeFieldData = (who: Who): boolean => can(who, 'can_download_document_csv_data')

/** @param child null for all documents of the pack */
export function* linesOf(view: PackState, child: string | null): Generator<string> {
  yield csvHead(['document', 'page', 'field', 'custom_id', 'type', 'signer', 'filled', 'value', 'label'])
  for (const { key: document, name } of view.documents) {
    if (child !== null && document !== child) continue
    const own = view.fieldOrder.map((key) => view.fields[key]!).filter((field) => field.document === document && !field.removed)
    for (const field of own) {
      const { key, page, customId, type, value, label = '' } = field
      const filled = value === null ? 'no' : 'yes'
      const named = [disclosed(name, ''), page + 1, key, disclosed(customId, ''), type]
      yield csvLine([...named, signerOf(view, field), filled, textOf(value), disclosed(label, '')])
    }
  }
  if (child !== null) return
  for (const one of liveCustomFields(view)) {
    const value = disclosed(one.value, '')
    const named = [disclosed(view.name, ''), '', one.key, customFieldId(one), 'user_defined_attribute']
    yield csvLine([...named, '', value === '' ? 'no' : 'yes', value, disclosed(one.name, '')])
  }
}

function signerOf({ signatories }: PackState, { assignee }: Field): string {
  if (assignee === 'self') return 'self'
  const signatory = signatories.find(({ uuid }) => uuid === assignee)
  return signatory ? disclosed(signatory.name, '') || disclosed(signatory.role, '') : ''
}

/** A picture has no text: how it came about stands for it. */
function textOf(value: Field['value']): string {
  if (value === null || isWithheld(value)) return ''
  const open: FieldValue = value
  if (typeof open === 'string') return open
  if (isAttachedFile(open)) return open.filename
  return open.method === 'typed' ? open.text : open.method
}
