import { MOST_DETAILS } from '../events/index.ts'
import { fact } from '../fact.ts'
import { hasFailed } from '../notifications.ts'
import { refuse } from '../refuse.ts'
import { leftOut } from '../rules/left-out.ts'
import { underWay } from '../sealing.ts'
import type { Deciders } from './context.ts'
import { documentOf } from './find.ts'

export const decideSealing: Deciders<
  | 'StartSealing'
  | 'RecordStamped'
  | 'RecordSealed'
  | 'RecordSealingFailure'
  | 'RetrySealing'
  | 'RenewSeal'
  | 'QueueFinalCopy'
  | 'RecordFinalCopySent'
  | 'RecordFinalCopyFailed'
> = {
  StartSealing({ document: key, attempt }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    if (state.status !== 'complete') return refuse('not-complete')
    if (document.rejected) return refuse('document-rejected')
    const sealing = underWay(document)
    if (sealing === null) return []
    if (sealing.state === 'failed' && sealing.final) return refuse('sealing-gave-up')
    // To replace a broken attempt, ask for the next one by its number; without a number a running one stands.
    const next = sealing.attempt + 1
    if (attempt === undefined ? sealing.state === 'running' : attempt !== next) return []
    return [fact('SealingStarted', { document: key, attempt: next }), ...leftOut(state, key, next)]
  },

  RecordStamped({ document: key, attempt, pages, added = { seal: 0, audit: 0 } }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const { stampedPages } = document
    const sealing = underWay(document) ?? document.sealing
    const same = sealing.attempt === attempt && JSON.stringify(stampedPages) === JSON.stringify(pages)
    if (same) return []
    if (sealing.state !== 'running' || sealing.attempt !== attempt || sealing.stamped) return refuse('stale-attempt')
    const { seal, audit } = added
    return [
      ...(seal + audit > 0 ? [fact('EvidencePagesAdded', { document: key, attempt, seal, audit })] : []),
      fact('DocumentStamped', { document: key, attempt, pages: [...pages] }),
    ]
  },

  RecordSealed({ document: key, attempt, file, digest, size }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const { sealing: held } = document
    const sealing = underWay(document) ?? held
    // Exactly one final file a document: the second worker throws its own away.
    if (held.state === 'sealed' && held.attempt === attempt) return held.file === file ? [] : refuse('already-sealed')
    if (sealing.state === 'sealed') return refuse('already-sealed')
    if (sealing.state !== 'running' || sealing.attempt !== attempt || !sealing.stamped) return refuse('stale-attempt')
    return [fact('DocumentSealed', { document: key, attempt, file, digest, size })]
  },

  RecordSealingFailure({ document: key, attempt, reason, details = null, final }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    const sealing = underWay(document)
    if (sealing === null) return refuse('already-sealed')
    if (sealing.state === 'failed' && sealing.attempt === attempt) return []
    if (sealing.state !== 'running' || sealing.attempt !== attempt) return refuse('stale-attempt')
    return [fact('SealingFailed', { document: key, attempt, reason, details: details?.slice(0, MOST_DETAILS) ?? null, final })]
  },

  RetrySealing({ document: key }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    return underWay(document)?.state === 'failed' ? [fact('SealingRetried', { document: key })] : []
  },

  RenewSeal({ document: key }, state) {
    const document = documentOf(state, key)
    if ('refused' in document) return document
    if (document.sealing.state !== 'sealed') return refuse('not-sealed')
    // One that is on its way, or failed and waits for a retry, is the same wish.
    return document.sealing.renewal === null ? [fact('SealRenewalRequested', { document: key })] : []
  },

  QueueFinalCopy({ recipient, mail }, state) {
    if (state.status !== 'complete') return refuse('not-complete')
    const copy = Object.hasOwn(state.finalCopies, recipient) ? state.finalCopies[recipient] : undefined
    return copy === undefined || (copy.mail !== mail && hasFailed(copy)) ? [fact('FinalCopyQueued', { recipient, mail })] : []
  },

  RecordFinalCopySent({ recipient, mail, kept }, state) {
    const copy = Object.hasOwn(state.finalCopies, recipient) ? state.finalCopies[recipient] : undefined
    if (copy?.mail !== mail) return refuse('copy-not-queued')
    return copy.state === 'sent' || copy.state === 'bounced' ? [] : [fact('FinalCopySent', { recipient, mail, ...(kept ? { kept } : {}) })]
  },

  RecordFinalCopyFailed({ recipient, mail, bounced }, state) {
    const copy = Object.hasOwn(state.finalCopies, recipient) ? state.finalCopies[recipient] : undefined
    if (copy?.mail !== mail) return refuse('copy-not-queued')
    return copy.state === (bounced ? 'bounced' : 'failed') ? [] : [fact('FinalCopyFailed', { recipient, mail, bounced })]
  },
}
