import type { PackState } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, go, say, UNDO_SECONDS } from '../../ui/index.ts'
import { deleteDocument, enqueueRequests, offerNewLinks, type Recovered, recoverDocument, whyNotDeleted } from '../documents/index.ts'
import { retrySealing, setStatus } from './calls.ts'
import { progress } from './messages.ts'
import { losingSignatures } from './summary.ts'

const words = wordsOf(progress)
const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
const failed = (thrown: unknown) => say.danger(messageOf(thrown, words('failed')))

/** Says beforehand whose signatures go. */
export async function revertToSetup(key: string, revision: number, view: PackState): Promise<void> {
  const name = view.status === 'rejected' ? 'back_to_setup' : 'cancel_requests'
  const losing = losingSignatures(view)
  const lost = losing.length === 0 ? words('revert_none') : words('revert_lost', { names: listed(losing), count: losing.length })
  const text = `${words('revert_confirm')} ${lost} ${words('revert_kept')}`
  const question = { title: words(`${name}_title`), text, yes: words(name), no: words(`${name}_no`), danger: losing.length > 0 }
  if (!(await confirm(question))) return
  try {
    const { message } = await setStatus(key, 'setup', revision)
    if (message) say.success(message)
  } catch (thrown) {
    failed(thrown)
  }
}

export async function remindNow(key: string, names: readonly string[]): Promise<void> {
  const text = words('remind_confirm', { names: listed(names), count: names.length })
  if (!(await confirm({ title: words('remind_title'), text, yes: words('remind') }))) return
  try {
    await enqueueRequests(key, true)
    say.success(words('reminded', { names: listed(names) }))
  } catch (thrown) {
    failed(thrown)
  }
}

export async function markComplete(key: string, revision: number): Promise<void> {
  if (!(await confirm({ title: words('complete_title'), text: words('complete_confirm'), yes: words('mark_complete') }))) return
  try {
    const { message } = await setStatus(key, 'complete', revision)
    say.success(message ?? words('completed'))
  } catch (thrown) {
    failed(thrown)
  }
}

export async function deletePack(key: string, name: string, pack: Omit<Recovered, 'key'>): Promise<void> {
  const yes = await confirm({ title: words('delete_title'), text: words('delete_confirm', { name }), yes: words('delete'), danger: true })
  if (!yes) {
    say.warning(words('delete_cancelled', { name }))
    return
  }
  try {
    await deleteDocument(key)
    go('documents')
    say.success(words('deleted', { name }), UNDO_SECONDS, {
      id: 'deleted',
      action: { label: wordsOf('ui')('undo'), run: () => void recover(key, pack) },
    })
  } catch (thrown) {
    say.danger(whyNotDeleted(thrown))
  }
}

export async function recover(key: string, { status, signatories }: Omit<Recovered, 'key'>): Promise<void> {
  try {
    await recoverDocument(key)
    go(`documents/${key}`)
    offerNewLinks([{ key, status, signatories }])
  } catch (thrown) {
    failed(thrown)
  }
}

export async function sealAgain(key: string): Promise<void> {
  try {
    await retrySealing(key)
    say.info(words('retrying'))
  } catch (thrown) {
    failed(thrown)
  }
}

/** Answers whether they were queued. */
export async function sendRequests(key: string): Promise<boolean> {
  try {
    const { message } = await enqueueRequests(key)
    if (message) say.success(message)
    return true
  } catch (thrown) {
    failed(thrown)
    return false
  }
}
