import { BULK_SEND_REFUSALS, checkRefusal } from '#domain/bulk-send'
import { inWords } from '#domain/kernel'
import { messageOf } from '../../http/index.ts'
import type { useWords } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { type DryRunRecord, incompleteFields } from '../bulk-mapping/index.ts'
import { type BulkSendRecord, type Opened, saveBulkSend } from './calls.ts'

type Words = ReturnType<typeof useWords<'bulk_sends'>>

/** Says what is missing, asks before requests are sent, and activates what the report says. null: it stays as it is. */
export async function activate(bulkSend: BulkSendRecord, report: DryRunRecord | null, words: Words): Promise<Opened | null> {
  const { key, template_key, recipient_data_key, bulk_send_type } = bulkSend
  if (template_key === null) return refused(words('no_template'))
  if (recipient_data_key === null) return refused(words('no_list'))
  try {
    const fields = await incompleteFields(key, template_key)
    if (fields.length > 0) return refused(words('incomplete', { fields: fields.join(', ') }))
    const refusal = checkRefusal(report && { ...report, withProblems: report.with_problems }, report?.changed ?? [])
    if (refusal) return refused(inWords(BULK_SEND_REFUSALS[refusal.refused].says, refusal.slots))
    if (bulk_send_type === 'create_and_send' && !(await isConfirmed(bulkSend, report!, words))) return null
    return await saveBulkSend(key, { status: 'active', report: report!.key })
  } catch (thrown) {
    return refused(messageOf(thrown, words('save_failed')))
  }
}

/** Rows without a document and without a problem, and rows with one. */
export const countsOf = ({ number_of_documents_created: created }: BulkSendRecord, { rows, with_problems: leftOut }: DryRunRecord) => ({
  count: Math.max(0, rows - leftOut - created),
  leftOut,
})

function isConfirmed(bulkSend: BulkSendRecord, report: DryRunRecord, words: Words): Promise<boolean> {
  const { count, leftOut } = countsOf(bulkSend, report)
  const text = words('confirm_send', { count })
  return confirm({
    title: words('save_and_activate'),
    text: leftOut === 0 ? text : `${text} ${words('left_out', { count: leftOut })}`,
    yes: words('send_requests', { count }),
  })
}

function refused(why: string): null {
  say.danger(why, undefined, { id: 'bulk-send-activation' })
  return null
}
