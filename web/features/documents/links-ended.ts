import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say, UNDO_SECONDS } from '../../ui/index.ts'
import { enqueueRequests } from './calls.ts'
import { documents } from './messages.ts'

/** What of a document says whether somebody still has to sign it: of a row of the list, or of the document itself. */
export interface Recovered {
  readonly key: string
  readonly status: string
  readonly signatories: readonly { readonly status: string; readonly removed?: boolean }[]
}

const words = wordsOf(documents)

export async function requestAgain(keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await enqueueRequests(key)
    say.success(words('requested_again'))
  } catch (thrown) {
    say.danger(messageOf(thrown, words('request_failed')))
  }
}

/** The trash ends the links that were sent: once out of it, people who still have to sign need another. */
export function offerNewLinks(recovered: readonly Recovered[]): void {
  const waits = ({ status, removed }: Recovered['signatories'][number]) => status === 'awaiting_signatures' && !removed
  const waiting = recovered.filter(({ status, signatories }) => status === 'awaiting_signatures' && signatories.some(waits))
  if (waiting.length === 0) return
  say.warning(words('links_ended'), UNDO_SECONDS, {
    id: 'links-ended',
    action: { label: words('request_again'), run: () => void requestAgain(waiting.map(({ key }) => key)) },
  })
}
