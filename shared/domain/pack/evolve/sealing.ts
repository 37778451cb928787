import type { TopicFact } from '../events/index.ts'
import type { FinalCopy, PackState } from '../state.ts'
import { changeCopyRecipient, changeDocument } from './change.ts'

export function evolveSealing(state: PackState, { type, data }: TopicFact<'sealing'>): PackState {
  switch (type) {
    case 'SealingStarted':
      return changeDocument(state, data.document, {
        sealing: { state: 'running', attempt: data.attempt, stamped: false },
        stampedPages: [],
      })
    case 'DocumentStamped':
      return changeDocument(state, data.document, {
        sealing: { state: 'running', attempt: data.attempt, stamped: true },
        stampedPages: data.pages,
      })
    case 'DocumentSealed': {
      const { document, ...sealed } = data
      return changeDocument(state, document, { sealing: { state: 'sealed', ...sealed } })
    }
    case 'SealingFailed': {
      const { document, ...failed } = data
      return changeDocument(state, document, { sealing: { state: 'failed', ...failed } })
    }
    case 'SealingRetried': {
      const attempt = state.documents.find((document) => document.key === data.document)?.sealing.attempt ?? 0
      return changeDocument(state, data.document, { sealing: { state: 'not-started', attempt } })
    }
    case 'FinalCopyQueued':
      return copied(state, data.recipient, { mail: data.mail, state: 'queued' })
    case 'FinalCopySent':
      return copied(state, data.recipient, { mail: data.mail, state: 'sent' })
    case 'FinalCopyFailed':
      return copied(state, data.recipient, { mail: data.mail, state: data.bounced ? 'bounced' : 'failed' })
    default:
      return type satisfies never
  }
}

function copied(state: PackState, recipient: string, copy: FinalCopy): PackState {
  const next = { ...state, finalCopies: { ...state.finalCopies, [recipient]: copy } }
  return changeCopyRecipient(next, recipient, { copy: copy.state === 'bounced' ? 'failed' : copy.state })
}
