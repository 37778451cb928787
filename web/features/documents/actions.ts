import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, say, UNDO_SECONDS } from '../../ui/index.ts'
import { retryConversion } from '../uploads/index.ts'
import { deleteDocuments, recoverDocuments, signingLink } from './calls.ts'
import { offerNewLinks } from './links-ended.ts'
import type { List } from './list.ts'
import { documents } from './messages.ts'
import { whyNotDeleted } from './why-not-deleted.ts'

const words = wordsOf(documents)

async function moveToTrash(list: List, keys: readonly string[]): Promise<void> {
  // As they are now: they may have left the list before the answer is here.
  const rows = list.state.rows.filter(({ key }) => keys.includes(key))
  try {
    const { message, done } = await deleteDocuments(keys)
    list.drop(done)
    list.selectNone()
    if (message) say.warning(message)
    say.success(words('deleted', { count: done.length }), UNDO_SECONDS, {
      id: 'deleted',
      action: { label: wordsOf('ui')('undo'), run: () => void recover(list, done, rows) },
    })
  } catch (thrown) {
    say.danger(whyNotDeleted(thrown))
  } finally {
    void list.load(true)
    list.acted()
  }
}

async function recover(list: List, keys: readonly string[], rows: readonly ListRow[]): Promise<void> {
  try {
    await recoverDocuments(keys)
    say.hide('deleted')
    offerNewLinks(rows.filter(({ key }) => keys.includes(key)))
  } catch (thrown) {
    say.danger(messageOf(thrown, words('recover_failed')))
  }
  await list.load(true)
}

export async function deleteRow(list: List, row: ListRow): Promise<void> {
  const name = row.document_name
  const yes = await confirm({ title: words('delete_title'), text: words('delete_confirm', { name }), yes: words('delete'), danger: true })
  if (yes) return moveToTrash(list, [row.key])
  say.warning(words('delete_cancelled', { name }))
}

export async function deleteSelected(list: List): Promise<void> {
  const keys = [...list.state.selected]
  const yes = await confirm({
    title: words('bulk_delete_title'),
    text: words('bulk_delete_confirm', { count: keys.length }),
    yes: words('delete'),
    danger: true,
  })
  if (yes) return moveToTrash(list, keys)
  say.info(words('bulk_delete_cancelled'))
}

export async function retryRow(list: List, row: ListRow): Promise<void> {
  try {
    await retryConversion(row.key)
    say.info(words('retrying'))
    list.acted()
    await list.load(true)
  } catch (thrown) {
    say.danger(messageOf(thrown, words('load_failed')))
  }
}

/** Opens the signing page as the person who is logged in. */
export async function signAs(document: string, signatory: string): Promise<void> {
  try {
    location.assign((await signingLink(document, signatory)).signing_link)
  } catch (thrown) {
    say.danger(messageOf(thrown, words('opening_link')))
  }
}
