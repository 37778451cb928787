import { messageOf } from '../../http/index.ts'
import type { useWords } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { type BulkSendRecord, saveBulkSend } from './calls.ts'
import { isRunning } from './states.ts'

type Words = ReturnType<typeof useWords<'bulk_sends'>>

/** Asks, pauses it where it runs, and deletes it. Answers whether it is deleted. */
export async function deleteBulkSend(bulkSend: BulkSendRecord, words: Words): Promise<boolean> {
  const { key, description } = bulkSend
  const running = isRunning(bulkSend)
  const text = running ? `${words('delete_question')} ${words('delete_running')}` : words('delete_question')
  if (!(await confirm({ title: words('delete_title'), text, yes: words('delete'), danger: true }))) return false
  try {
    if (running) await saveBulkSend(key, { status: 'paused' })
    await saveBulkSend(key, { archived: true })
  } catch (thrown) {
    say.danger(messageOf(thrown, words('delete_failed')))
    return false
  }
  say.success(words('deleted', { name: description || words('unnamed') }))
  return true
}
