import { createHash } from 'node:crypto'
import type { PackFact } from '#domain/pack'
import { type Ceremony, savedAt } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import { TIMED } from '../paper.ts'
import type { Folded, Say } from './folded.ts'

/** Where the people ended, the pack has ended: nothing is stuck, and nothing happened twice. */
export function checkEnd(ceremony: Ceremony, { state, events }: Folded, house: House, say: Say): void {
  const { told } = ceremony
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
  if (told.trashed) {
    if (!state.trashed) say('it was put into the trash, and is not there')
    return
  }
  if (told.takenOut) {
    if (state.trashed) say('it was taken out of the trash, and is there')
    return
  }
  if (told.rejected && !of('PackRejected').length) say('a rejection was acknowledged and is lost')
  if (told.marked && state.status !== 'complete') say('it was marked as complete, and is not')
  const all = ceremony.signatories.every(({ uuid }) => state.signatories.find((one) => one.uuid === uuid)?.status === 'complete')
  if (state.status === 'complete' && ceremony.plan.course !== 'marks' && !all) say('it is complete, and not all have signed')
  if (all && state.status !== 'complete') say('all have signed and it is not complete')
  if (state.status === 'awaiting_signatures' && ceremony.over && !ceremony.stuck) say('it still waits for signatures')
  if (state.status !== 'complete') return
  for (const { sealing } of state.documents) {
    if (sealing.state !== 'sealed') say(`its document is ${sealing.state}, not sealed`)
    else {
      const sealed = of('DocumentSealed')
      if (sealed.length !== 1) say(`it was sealed ${sealed.length} times`)
      const file = house.files.keys.get(sealing.file)
      if (!file?.bytes) say('its sealed file is not there')
      else {
        if (createHash('sha256').update(file.bytes).digest('base64url') !== sealing.digest) say('its sealed file has other bytes')
        const text = new TextDecoder().decode(file.bytes)
        if (!text.includes(TIMED)) say('its sealed file bears no timestamp')
        const stamped = of('DocumentStamped').at(-1)
        if (stamped && !text.includes(stamped.hash)) say('the history in its sealed file does not go as far as its pages')
        for (const value of valuesSigned(ceremony, events)) if (!text.includes(value)) say(`“${value}” was signed and is not in the file`)
        for (const draft of draftsLeft(ceremony, events)) if (text.includes(draft)) say(`the file shows the draft “${draft}”`)
      }
    }
  }
}

/** Whatever was tried, given up and done again: no file is there but those that the pack names. */
export function checkFiles({ pack }: Ceremony, { state }: Folded, house: House, say: Say): void {
  const named = JSON.stringify(state)
  for (const [key, file] of house.files.keys)
    if (file.pack === pack && file.bytes && !named.includes(key))
      say(`a file was left that nothing names: “${new TextDecoder().decode(file.bytes).slice(0, 12)}”`)
}

/** The text that stood in each field when its signer finished, by what the signer had typed last and was told is saved. */
function lastTyped(ceremony: Ceremony, events: Folded['events']): Map<string, { text: string; signatory: string }> {
  const finished = new Map<string, number>()
  for (const { fact, revision } of events) if (fact.type === 'SignatoryCompleted') finished.set(fact.data.signatory, revision)
  const last = new Map<string, { text: string; signatory: string }>()
  for (const one of ceremony.typed) {
    const { field, signatory, text } = one
    if (!finished.has(signatory)) continue
    // What may have been lost may have been kept as well: then it is not known from outside what stands there.
    if (savedAt(one) === null) last.delete(field)
    else last.set(field, { text, signatory })
  }
  return last
}
const valuesSigned = (ceremony: Ceremony, events: Folded['events']) =>
  events.some(({ fact }) => fact.type === 'RevertedToSetup') ? [] : [...lastTyped(ceremony, events).values()].map(({ text }) => text)
function draftsLeft(ceremony: Ceremony, events: Folded['events']): string[] {
  const kept = new Set([...lastTyped(ceremony, events).values()].map(({ text }) => text))
  const refused = ceremony.typed.some((one) => savedAt(one) === null)
  // Whoever got no answer may have been heard: then the last word is not known from outside.
  if (refused || events.some(({ fact }) => fact.type === 'RevertedToSetup')) return []
  return [...new Set(ceremony.typed.map(({ text }) => text))].filter((text) => !kept.has(text))
}
