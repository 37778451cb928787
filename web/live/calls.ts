import { z } from 'zod'
import { appendixSavedAnswer } from '#contract/appendices'
import { customFieldSavedAnswer } from '#contract/custom-fields'
import { documentSavedAnswer, fieldsSavedAnswer, signatorySavedAnswer, type ViewAnswer } from '#contract/documents'
import { fieldRuleSavedAnswer } from '#contract/field-rules'
import { formViewSavedAnswer } from '#contract/form-views'
import { HttpOffline, HttpRefused, http } from '../http/index.ts'
import { refusalOf } from './answers.ts'
import type { SaveCall } from './pending.ts'
import type { RefusedRecord, SaveAnswer } from './saver.ts'
import { fetchWholeView } from './whole-view.ts'

/** The specification's calls that a session makes. */
export interface SessionCalls {
  save(pack: string, call: SaveCall): Promise<SaveAnswer>
  view(pack: string): Promise<ViewAnswer>
  /** Something that differs once the document has changed. */
  documentUpdates(pack: string, converting: boolean): Promise<string>
  changes(pack: string): Promise<string>
}

const updates = z.looseObject({ document: z.looseObject({ date_updated: z.string() }).nullish() })
const changes = z.looseObject({
  most_recent_data_field_update: z.string().nullish(),
  most_recent_signatory_update: z.string().nullish(),
})

export const httpCalls: SessionCalls = {
  async save(pack, call) {
    const { path, schema } = callOf(pack, call)
    try {
      const answer = await http.post(path, schema, {
        data: call.body,
        idempotencyKey: call.id,
        retries: 0,
        comesAgain: true,
        quiet: true,
        // The specification wants no message for a failed field save; what is not saved yet shows in the editor's head.
        retriedByCaller: call.kind === 'field',
      })
      return { answer: 'saved', revision: answer.revision, refused: (answer as { refused?: readonly RefusedRecord[] }).refused ?? [] }
    } catch (thrown) {
      return failureOf(thrown)
    }
  },
  view: (pack) => fetchWholeView(pack, { quiet: true }),
  async documentUpdates(pack, converting) {
    const answer = await http.get(`/app/documents/${pack}/get_document_updates`, updates, {
      query: { conversion: converting || undefined },
      quiet: true,
    })
    return answer.document?.date_updated ?? ''
  },
  async changes(pack) {
    const answer = await http.get(`/app/documents/${pack}/get_data_field_signatory_updates`, changes, { quiet: true })
    return `${answer.most_recent_data_field_update ?? ''} ${answer.most_recent_signatory_update ?? ''}`
  },
}

const saved = z.union([
  formViewSavedAnswer,
  fieldRuleSavedAnswer,
  customFieldSavedAnswer,
  fieldsSavedAnswer,
  signatorySavedAnswer,
  appendixSavedAnswer,
  documentSavedAnswer,
])
function callOf(pack: string, call: SaveCall): { path: string; schema: typeof saved } {
  if (call.kind === 'field') return { path: `/app/documents/${pack}/add_update_data_field`, schema: saved }
  if (call.kind === 'signatory') return { path: `/app/documents/${pack}/update_signatory_details`, schema: saved }
  if (call.kind === 'appendix') return { path: `/app/documents/${pack}/add_update_appendix`, schema: saved }
  if (call.kind === 'custom-field') return { path: `/app/documents/${pack}/add_update_user_defined_attribute`, schema: saved }
  if (call.kind === 'rule') return { path: `/app/documents/${pack}/field_rules/${call.keys[0]}/add_update_delete`, schema: saved }
  if (call.kind === 'form') return { path: '/app/form_views/update_form_view', schema: saved }
  // A child's key addresses that child (readings 22).
  return { path: `/app/documents/${call.keys[0]}/update_document`, schema: saved }
}

function failureOf(thrown: unknown): SaveAnswer {
  if (thrown instanceof HttpOffline) return { answer: 'failed', offline: true }
  if (!(thrown instanceof HttpRefused)) throw thrown
  return refusalOf(thrown)
}
