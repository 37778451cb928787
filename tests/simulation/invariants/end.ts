import { disclosed } from '#domain/kernel'
import { type ChildDocument, type PackFact, streamOfPack } from '#domain/pack'
import { ANY_KIND } from '../../../command-api/pack/attachable.ts'
import {
  ANSWER,
  type Ceremony,
  calledIn,
  documentOf,
  FILENAME,
  isShared,
  keptOffPages,
  noteOf,
  paperOf,
  savedAt,
  signsWith,
  wrongPaperOf,
} from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { TIMED, words } from '../pdf-model.ts'
import type { Folded, Say } from './folded.ts'
import { sha256 } from './sha256.ts'

/** Where the people ended, the pack has ended: nothing is stuck, and nothing happened twice. */
export function checkEnd(ceremony: Ceremony, { state, events }: Folded, house: Environment, say: Say): void {
  const { answers } = ceremony
  const of = (type: PackFact['type']) => events.filter(({ fact }) => fact.type === type)
  if (of('PackCompleted').length > 1) say(`it was completed ${of('PackCompleted').length} times`)
  const signed = of('SignatoryCompleted')
  const reverts = of('RevertedToSetup').length
  const perSigner = new Map<string, number>()
  for (const { fact } of signed) {
    const { signatory } = fact.data as { signatory: string }
    perSigner.set(signatory, (perSigner.get(signatory) ?? 0) + 1)
  }
  for (const [signatory, times] of perSigner) if (times > reverts + 1) say(`signer ${signatory.slice(-4)} signed ${times} times`)
  if (answers.trashed) {
    if (!state.trashed) say('it was put into the trash, and is not there')
    return
  }
  if (answers.takenOut) {
    if (state.trashed) say('it was taken out of the trash, and is there')
    return
  }
  if (answers.rejected && !of('PackRejected').length) say('a rejection was acknowledged and is lost')
  if (answers.marked && state.status !== 'complete') say('it was marked as complete, and is not')
  const excluded = excludedIn(events)
  const all = ceremony.signatories.every(
    ({ uuid, optional }) => optional || excluded.has(uuid) || state.signatories.find((one) => one.uuid === uuid)?.status === 'complete',
  )
  if (state.status === 'complete' && ceremony.plan.course !== 'marks' && !all) say('it is complete, and not all have signed')
  if (all && state.status !== 'complete' && !answers.rejected) say('all have signed and it is not complete')
  if (state.status === 'awaiting_signatures' && ceremony.over && !ceremony.stuck) say('it still waits for signatures')
  if (state.status !== 'complete') return
  if (ceremony.documents.some((key) => !state.documents.some((one) => one.key === key))) say('a document of it is lost')
  if (state.documents.length > ceremony.documents.length) say('a document that was taken out is still there')
  const rejected = rejectedIn(events)
  for (const document of state.documents) if (!rejected.has(document.key)) checkSealed(ceremony, document, events, house, say)
}

/** In this round, by the events' names alone. */
function namedSinceRevert(events: Folded['events'], type: 'SignatoryExcluded' | 'DocumentRejected', member: string): ReadonlySet<string> {
  const reverted = events.findLastIndex(({ fact }) => fact.type === 'RevertedToSetup')
  return new Set(
    events.slice(reverted + 1).flatMap(({ fact }) => (fact.type === type ? [String((fact.data as Record<string, unknown>)[member])] : [])),
  )
}
export const excludedIn = (events: Folded['events']) => namedSinceRevert(events, 'SignatoryExcluded', 'signatory')
export const rejectedIn = (events: Folded['events']) => namedSinceRevert(events, 'DocumentRejected', 'document')

/** Whether the answer that a field depends on took it away, as it stood when the field's own signer finished. */
export function isHidden({ depending }: Ceremony, events: Folded['events']): boolean {
  if (!depending) return false
  let answer: unknown = null
  /** As it stood then: later answers are nothing to a signer who finished. */
  let signed: unknown
  for (const { fact } of events) {
    const { type, data } = fact
    if (type === 'FieldFilled' && data.field === depending.on) answer = disclosed(data.value, null)
    if (type === 'FieldCleared' && data.field === depending.on) answer = null
    if (type === 'FieldsCleared' && data.fields.includes(depending.on)) answer = null
    if (type === 'RevertedToSetup') signed = undefined
    if (type === 'SignatoryCompleted' && data.signatory === depending.whose) signed = answer
  }
  return (signed === undefined ? answer : signed) !== ANSWER
}

/** What a document was called, one after the other. */
function namesOf(document: string, events: Folded['events']): readonly string[] {
  return events.flatMap(({ fact: { type, data } }) =>
    (type === 'DocumentAdded' || type === 'DocumentRenamed') && data.document === document ? [disclosed(data.name, '')] : [],
  )
}

/** Each document alone: its own pages, its own signatures, and nothing of the others. */
function checkSealed(ceremony: Ceremony, { key, sealing }: ChildDocument, events: Folded['events'], house: Environment, say: Say): void {
  if (sealing.state !== 'sealed') {
    say(`a document of it is ${sealing.state}, not sealed`)
    return
  }
  const signers = signersIn(events)
  const seals = events.flatMap(({ fact }) => (fact.type === 'DocumentSealed' && fact.data.document === key ? [fact.data] : []))
  const wished = events.filter(({ fact }) => fact.type === 'SealRenewalRequested' && fact.data.document === key).length
  if (seals.length !== 1 + wished) say(`a document was sealed ${seals.length} times, of ${1 + wished}`)
  if (sealing.renewal !== null) say('a new seal that somebody wished for was never made')
  // A holder of one has to find it again, whatever was sealed since.
  for (const { file, digest } of seals) {
    const bytes = house.files.keys.get(file)?.bytes
    if (!bytes || sha256(bytes) !== digest) say('a sealed file is gone, or has other bytes')
  }
  const file = house.files.keys.get(sealing.file)
  if (!file?.bytes) return
  const text = words(file.bytes)
  if (!text.includes(TIMED)) say('a sealed file bears no timestamp')
  const stamped = events.findLast(({ fact }) => fact.type === 'DocumentStamped' && fact.data.document === key)
  if (stamped && !text.includes(stamped.hash)) say('the history in a sealed file does not go as far as its pages')
  for (const [at, other] of ceremony.documents.entries()) {
    if (text.includes(paperOf(ceremony.plan, at)) !== (other === key)) say('a sealed file is of the pages of another document')
    const names = namesOf(other, events).map((name) => text.includes(JSON.stringify(name)))
    if (other === key ? !names.at(-1) : names.includes(true)) say('a file tells what other documents are called, or not what its own is')
  }
  for (const [field, { text: value }] of valuesSigned(ceremony, events))
    if (text.includes(value) !== (documentOf(ceremony, field) === key))
      say(`“${value}” was signed and is not in its file, or in the file of another document`)
  if (text.includes(wrongPaperOf(ceremony.plan))) say('a sealed file is of pages that were not meant')
  for (const untold of [
    FILENAME,
    ...ceremony.signatories.flatMap(({ uuid }, at) => (signers.includes(uuid) ? [] : [calledIn(ceremony.plan, at)])),
    noteOf(ceremony.plan, 'the first'),
    noteOf(ceremony.plan, 'nobody'),
    keptOffPages(ceremony.plan),
    ...[...ceremony.signatories, ...ceremony.copyRecipients].map(({ email }) => email),
  ])
    if (text.includes(untold)) say(`a file tells “${untold}” to whoever holds it`)
  const hidden = isHidden(ceremony, events) ? ceremony.typed.filter(({ field }) => field === ceremony.depending!.shown) : []
  for (const { text: value } of hidden) if (text.includes(value)) say(`a file shows “${value}”, of a field that was not to be there`)
  for (const draft of draftsLeft(ceremony, events)) if (text.includes(draft)) say(`a file shows the draft “${draft}”`)
}

/** Whatever was tried, given up and done again: no file is there but those that its history names. */
export function checkFiles({ pack }: Pick<Ceremony, 'pack'>, { events }: Folded, house: Environment, say: Say): void {
  const named = JSON.stringify(events.map(({ fact }) => fact))
  // What somebody uploaded and did not use goes with the pack.
  for (const [key, file] of house.files.keys)
    if (file.pack === pack && file.bytes && file.mediaType !== ANY_KIND && !named.includes(key))
      say(`a file was left that nothing names: “${new TextDecoder().decode(file.bytes).slice(0, 12)}”`)
}

/** Files kept for a copy that never came to be go with its original. */
export function checkOwned({ files, stored }: Environment, say: Say): void {
  const streams = new Set(stored.map(({ stream }) => stream))
  const isMade = (pack: string) => streams.has(streamOfPack(pack))
  const owned = new Set([...files.keys.values()].flatMap(({ pack, bytes }) => (isMade(pack) ? [bytes] : [])))
  for (const { pack, bytes } of files.keys.values())
    if (bytes && !isMade(pack) && !owned.has(bytes)) say(`a file was left that is nobody’s: “${words(bytes).slice(0, 12)}”`)
}

const signersIn = (events: Folded['events']) =>
  events.flatMap(({ fact }) => (fact.type === 'SignatoryCompleted' ? [fact.data.signatory] : []))

/** The text in each field when its signer finished: the last one that the signer typed and saw as saved. */
function lastTyped(ceremony: Ceremony, events: Folded['events']): Map<string, { text: string; signatory: string }> {
  const finished = signersIn(events)
  const hidden = isHidden(ceremony, events)
  const last = new Map<string, { text: string; signatory: string }>()
  for (const one of ceremony.typed) {
    const { field, signatory, text } = one
    if (!finished.some((signer) => signsWith(ceremony, one, signer))) continue
    if (isShared(ceremony, field) || (field === ceremony.depending?.shown && hidden)) continue
    // What may have been lost may have been kept as well: then it is not known from outside what stands there.
    if (savedAt(one) === null) last.delete(field)
    else last.set(field, { text, signatory })
  }
  return last
}
function valuesSigned(ceremony: Ceremony, events: Folded['events']) {
  if (events.some(({ fact }) => fact.type === 'RevertedToSetup')) return []
  const rejected = rejectedIn(events)
  return [...lastTyped(ceremony, events)].filter(([field]) => !rejected.has(documentOf(ceremony, field)))
}
function draftsLeft(ceremony: Ceremony, events: Folded['events']): string[] {
  const kept = new Set([...lastTyped(ceremony, events).values()].map(({ text }) => text))
  const refused = ceremony.typed.some((one) => savedAt(one) === null)
  // A call without an answer may have arrived: then the last word is not known from outside.
  if (refused || events.some(({ fact }) => fact.type === 'RevertedToSetup')) return []
  return [...new Set(ceremony.typed.map(({ text }) => text))].filter((text) => !kept.has(text))
}
