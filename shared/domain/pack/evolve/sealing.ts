import { documentIn } from '../documents.ts'
import type { TopicFact } from '../events/index.ts'
import { attemptsOf } from '../sealing.ts'
import type { ChildDocument, FinalCopy, PackState, SealingUnderWay } from '../state.ts'
import { changeCopyRecipient, changeDocument } from './change.ts'

export function evolveSealing(state: PackState, { type, data }: TopicFact<'sealing'>): PackState {
  switch (type) {
    case 'SealingStarted':
      return going(state, data.document, { state: 'running', attempt: data.attempt, stamped: false }, NOT_STAMPED)
    // It says what follows from the state.
    case 'FieldsLeftOut':
      return state
    case 'EvidencePagesAdded':
      return changeDocument(state, data.document, { evidencePages: { seal: data.seal, audit: data.audit } })
    case 'DocumentStamped':
      return going(state, data.document, { state: 'running', attempt: data.attempt, stamped: true }, { stampedPages: data.pages })
    case 'DocumentSealed': {
      const { document, ...sealed } = data
      const before = documentIn(state, document)
      const { sealing, earlierFinals = [] } = before ?? {}
      return changeDocument(state, document, {
        sealing: { state: 'sealed', ...sealed, renewal: null },
        earlierFinals:
          sealing?.state === 'sealed'
            ? [...earlierFinals, { file: sealing.file, digest: sealing.digest, size: sealing.size }]
            : earlierFinals,
      })
    }
    case 'SealingFailed': {
      const { document, ...failed } = data
      return going(state, document, { state: 'failed', ...failed })
    }
    case 'SealingRetried':
    case 'SealRenewalRequested': {
      const held = documentIn(state, data.document)
      return going(state, data.document, { state: 'not-started', attempt: held ? attemptsOf(held) : 0 })
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

const NOT_STAMPED = { stampedPages: [], evidencePages: { seal: 0, audit: 0 } }

/** A file that stands is not touched by what goes on for the next. */
function going(state: PackState, document: string, next: SealingUnderWay, also: Partial<ChildDocument> = {}): PackState {
  const held = documentIn(state, document)?.sealing
  const sealing = held?.state === 'sealed' ? { ...held, renewal: next } : next
  return changeDocument(state, document, { sealing, ...also })
}

function copied(state: PackState, recipient: string, copy: FinalCopy): PackState {
  const next = { ...state, finalCopies: { ...state.finalCopies, [recipient]: copy } }
  return changeCopyRecipient(next, recipient, { copy: copy.state === 'bounced' ? 'failed' : copy.state })
}
