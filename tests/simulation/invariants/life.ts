import type { StoredEvent } from '#domain/kernel'
import { type Ceremony, documentOf } from '../ceremony/index.ts'
import { isOneAppend, type Say } from './folded.ts'

/** Where a pack is, by the names of its events alone: whatever folds them otherwise is found by it. */
export interface Life {
  readonly stage: 'setup' | 'awaiting_signatures' | 'rejected' | 'complete'
  readonly trashed: boolean
  /** Signers know each other's addresses. */
  readonly showsContacts: boolean
  /** In this round. */
  readonly signed: ReadonlySet<string>
  readonly excluded: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
  /** Who is there to sign, and has to. */
  readonly there: ReadonlySet<string>
  /** Somebody who was asked is gone, with their data: it is for people to say what becomes of it. */
  readonly lacks: boolean
  /** What is to be signed, and what of it is sealed. */
  readonly documents: ReadonlySet<string>
  readonly sealed: ReadonlySet<string>
  /** Fields that somebody other than the sender has filled in. */
  readonly filled: ReadonlySet<string>
}

export const BORN: Life = {
  stage: 'setup',
  trashed: false,
  showsContacts: false,
  signed: new Set(),
  excluded: new Set(),
  rejected: new Set(),
  there: new Set(),
  lacks: false,
  documents: new Set(),
  sealed: new Set(),
  filled: new Set(),
}

const plus = (set: ReadonlySet<string>, one: unknown) => new Set([...set, String(one)])
const minus = (set: ReadonlySet<string>, gone: readonly unknown[]) => new Set([...set].filter((one) => !gone.includes(one)))

export function after(life: Life, { type, data }: StoredEvent): Life {
  switch (type) {
    case 'SignaturesRequested':
      return { ...life, stage: 'awaiting_signatures' }
    case 'RevertedToSetup':
      return {
        ...life,
        stage: 'setup',
        signed: new Set(),
        excluded: new Set(),
        rejected: new Set(),
        there: new Set([...life.there, ...life.excluded]),
        lacks: false,
      }
    case 'PackRejected':
      return { ...life, stage: 'rejected' }
    case 'PackCompleted':
      return { ...life, stage: 'complete' }
    case 'ContactInfoObfuscationChanged':
      return { ...life, showsContacts: data.on === false }
    case 'PackTrashed':
      return { ...life, trashed: true }
    case 'PackRestored':
      return { ...life, trashed: false }
    case 'DocumentAdded':
      return { ...life, documents: plus(life.documents, data.document) }
    case 'DocumentRemoved':
      return { ...life, documents: minus(life.documents, [data.document]) }
    case 'DocumentSealed':
      return { ...life, sealed: plus(life.sealed, data.document) }
    case 'SignatoryAdded':
    case 'SignatoryRestored':
      return { ...life, there: plus(life.there, data.signatory) }
    case 'SignatoryMadeOptional':
      return { ...life, there: minus(life.there, [data.signatory]) }
    case 'SignatoryRemoved':
      return { ...life, there: minus(life.there, [data.signatory]), lacks: life.stage !== 'setup' }
    case 'SignatoryCompleted':
      return { ...life, signed: plus(life.signed, data.signatory) }
    case 'SignatoryExcluded':
      return { ...life, excluded: plus(life.excluded, data.signatory), there: minus(life.there, [data.signatory]) }
    case 'DocumentRejected':
      return { ...life, rejected: plus(life.rejected, data.document) }
    case 'FieldFilled':
      return { ...life, filled: plus(life.filled, data.field) }
    case 'FieldCleared':
      return { ...life, filled: minus(life.filled, [data.field]) }
    // With signers who are to sign no more.
    case 'FieldsRemoved':
    case 'FieldsCleared':
      return { ...life, filled: minus(life.filled, data.fields as readonly unknown[]) }
    default:
      return life
  }
}

export const lifeOf = (stored: readonly StoredEvent[]): Life => stored.reduce(after, BORN)

const SIGNERS_ACTS: ReadonlySet<string> = new Set([
  'FieldFilled',
  'FieldsFilled',
  'ConsentGiven',
  'SignatoryCompleted',
  'SignatoryRejected',
  'DocumentRejected',
])

/** Nothing happens out of its time: nobody signs a document that was rejected, is complete or lies in the trash, and nothing is sealed before. */
export function checkLife(ceremony: Ceremony, stored: readonly StoredEvent[], say: Say): void {
  const { signatories, setsUp, proof } = ceremony
  let life = BORN
  let last: StoredEvent | null = null
  for (const event of stored) {
    const { type, data } = event
    const { stage, trashed, signed, excluded, rejected, there, lacks, documents, sealed, filled } = life
    const isOneWithLast = last !== null && isOneAppend(last, event)
    const isDone = stage === 'awaiting_signatures' && !lacks && [...there].every((uuid) => signed.has(uuid))
    const isNothing = stage === 'awaiting_signatures' && documents.size > 0 && rejected.size === documents.size
    if (isNothing && !isOneWithLast) say('each of its documents was rejected, and it went on')
    if (isDone && !isOneWithLast) say('all had signed who have to, and it went on')
    const by = (event.meta.actor as { principal: string }).principal
    if (SIGNERS_ACTS.has(type) && by.startsWith('signatory:')) {
      if (stage !== 'awaiting_signatures' || trashed) say(`${type} by a signer while it was ${trashed ? 'in the trash' : stage}`)
      if (signed.has(by.slice('signatory:'.length))) say(`${type} by a signer who had signed`)
      if (excluded.has(by.slice('signatory:'.length))) say(`${type} by a signer who had been excluded`)
    }
    if (type === 'PackVisited' && excluded.has(String(data.signatory))) say('somebody opened it who had been excluded')
    const field = type === 'FieldFilled' && by.startsWith('signatory:') ? String(data.field) : null
    const whose = signatories.find(({ texts, signature }) => field !== null && [...texts, signature].includes(field))
    if (whose && by !== `signatory:${whose.uuid}`) say('a signer filled in what is another’s to fill in')
    if (type === 'SignatoryCompleted') {
      const { texts, signature } = signatories.find(({ uuid }) => uuid === data.signatory)!
      for (const field of [...texts, signature])
        if (!filled.has(field) && !rejected.has(documentOf(ceremony, field))) say('a signer finished and left a field empty')
      if (proof && proof.by === data.signatory && !filled.has(proof.field))
        say('a signer finished without the file that they were asked for')
      if (setsUp && setsUp.by === data.signatory && !filled.has(setsUp.field)) say('a signer finished and had not said who signs last')
    }
    if (type === 'PackCompleted' && stage !== 'awaiting_signatures') say(`it was completed while it was ${stage}`)
    if (type === 'PackCompleted' && data.because === 'last-signature')
      for (const uuid of there) if (!signed.has(uuid)) say(`it was completed before signer ${uuid.slice(-4)} had signed`)
    if ((type === 'SealingStarted' || type === 'FinalCopyQueued') && stage !== 'complete') say(`${type} while it was ${stage}`)
    if (type === 'FinalCopyQueued' && [...documents].some((one) => !sealed.has(one) && !rejected.has(one)))
      say('somebody was to get a final copy before all of it was sealed')
    if (type === 'SignatureRequestQueued' && signed.has(String(data.signatory))) say('somebody was asked to sign who had signed')
    if ((type === 'SignatureRequestQueued' || type === 'SigningLinkIssued') && excluded.has(String(data.signatory)))
      say(`${type} for somebody who had been excluded`)
    if ((type === 'SealingStarted' || type === 'DocumentSealed') && rejected.has(String(data.document)))
      say(`${type} of a rejected document`)
    if (type === 'RevertedToSetup')
      for (const { signature } of signatories) if (filled.has(signature)) say('a signature stands in what was sent back to setup')
    life = after(life, event)
    last = event
  }
}
