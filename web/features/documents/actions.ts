import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { retryConversion } from '../uploads/index.ts'
import { sayDeleted } from './bulk.ts'
import { deleteDocument, recoverDocument, signingLink } from './calls.ts'
import { offerNewLinks } from './links-ended.ts'
import type { List } from './list.ts'
import { documents } from './messages.ts'
import { whyNotDeleted } from './why-not-deleted.ts'

const words = wordsOf(documents)

export async function deleteRow(list: List, row: ListRow): Promise<void> {
  const name = row.document_name
  const yes = await confirm({ title: words('delete_title'), text: words('delete_confirm', { name }), yes: words('delete'), danger: true })
  if (!yes) return void say.warning(words('delete_cancelled', { name }))
  try {
    await deleteDocument(row.key)
    list.drop([row.key])
    sayDeleted(1, () => recoverRow(list, row))
  } catch (thrown) {
    say.danger(whyNotDeleted(thrown))
  } finally {
    void list.load(true)
    list.acted()
  }
}

async function recoverRow(list: List, row: ListRow): Promise<void> {
  try {
    await recoverDocument(row.key)
    say.hide('deleted')
    offerNewLinks([row])
  } catch (thrown) {
    say.danger(messageOf(thrown, words('recover_failed')))
  }
  await list.load(true)
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
