import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, go, say, UNDO_SECONDS } from '../../ui/index.ts'
import { deleteDocuments, type Recovered, recoverDocuments, tellOfEndedLinks, whyNotDeleted } from '../documents/index.ts'
import { enqueueRequests, retrySealing, setStatus } from './calls.ts'
import { progress } from './messages.ts'

const words = wordsOf(progress)
const failed = (thrown: unknown) => say.danger(messageOf(thrown, words('failed')))

export async function revertToSetup(key: string, revision: number): Promise<void> {
  if (!(await confirm({ title: words('revert_title'), text: words('revert_confirm'), yes: words('back_to_setup') }))) return
  try {
    const { message } = await setStatus(key, 'setup', revision)
    if (message) say.success(message)
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

export async function deletePack(key: string, name: string, pack: Recovered): Promise<void> {
  const yes = await confirm({ title: words('delete_title'), text: words('delete_confirm', { name }), yes: words('delete'), danger: true })
  if (!yes) {
    say.warning(words('delete_cancelled', { name }))
    return
  }
  try {
    await deleteDocuments([key])
    go('documents')
    say.success(words('deleted', { name }), UNDO_SECONDS, {
      id: 'deleted',
      action: { label: wordsOf('ui')('undo'), run: () => void recover(key, pack) },
    })
  } catch (thrown) {
    say.danger(whyNotDeleted(thrown))
  }
}

export async function recover(key: string, pack: Recovered): Promise<void> {
  try {
    await recoverDocuments([key])
    go(`documents/${key}`)
    tellOfEndedLinks([pack])
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

/** Asks first: an address that is opened sends nothing by itself. */
export async function sendRequests(key: string): Promise<void> {
  if (!(await confirm({ title: words('enqueue_title'), text: words('enqueue_text'), yes: words('enqueue_yes') }))) return
  try {
    const { message } = await enqueueRequests(key)
    if (message) say.success(message)
  } catch (thrown) {
    failed(thrown)
  }
}
