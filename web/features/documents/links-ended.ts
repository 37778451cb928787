import type { ListRow } from '#contract/document-list'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'

/** The trash ends the links that were sent: once out of it, whoever still has to sign needs another, and only the sender can see to that. */
export function tellOfEndedLinks(recovered: readonly Pick<ListRow, 'status'>[]): void {
  if (recovered.some(({ status }) => status === 'awaiting_signatures')) say.warning(wordsOf('documents')('links_ended'))
}
