import { messageOf } from '../../http/index.ts'
import type { useWords } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { type BulkSendRecord, type Opened, saveBulkSend } from './calls.ts'

type Words = ReturnType<typeof useWords<'bulk_sends'>>

/** Says what is missing, asks before requests are sent, and activates it. null: it stays as it is. */
export async function activate(bulkSend: BulkSendRecord, words: Words): Promise<Opened | null> {
  const { key, template_key, recipient_data_key, bulk_send_type, number_of_documents, number_of_documents_created } = bulkSend
  if (template_key === null) return refused(words('no_template'))
  if (recipient_data_key === null) return refused(words('no_list'))
  const count = number_of_documents - number_of_documents_created
  if (bulk_send_type === 'create_and_send') {
    const text = words('confirm_send', { count })
    if (!(await confirm({ title: words('save_and_activate'), text, yes: words('send_requests', { count }) }))) return null
  }
  try {
    return await saveBulkSend(key, { status: 'active' })
  } catch (thrown) {
    return refused(messageOf(thrown, words('save_failed')))
  }
}

function refused(why: string): null {
  say.danger(why, undefined, { id: 'bulk-send-activation' })
  return null
}
