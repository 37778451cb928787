import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { documents } from './messages.ts'

/** What of a document says whether somebody still has to sign it: of a row of the list, or of the document itself. */
export interface Recovered {
  readonly status: string
  readonly signatories: readonly { readonly status: string; readonly removed?: boolean }[]
}

/** The trash ends the links that were sent: once out of it, whoever still has to sign needs another, and only the sender can see to that. */
export function tellOfEndedLinks(recovered: readonly Recovered[]): void {
  const waits = ({ status, removed }: Recovered['signatories'][number]) => status === 'awaiting_signatures' && !removed
  if (recovered.some(({ status, signatories }) => status === 'awaiting_signatures' && signatories.some(waits)))
    say.warning(wordsOf(documents)('links_ended'))
}
