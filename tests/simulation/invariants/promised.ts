import type { RecordedEvent } from '#domain/kernel'
import { fillingIn, type PackCommand, type PackFact } from '#domain/pack'
import { type Ceremony, fieldsToChoose } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Act, countsAt, subjectOf } from '../promises.ts'
import type { Folded, Say } from './folded.ts'

/** Changes that a page showed as saved were in the log by then: the last word on each record, as its author knows it. */
export function checkPromises(ceremony: Ceremony, acts: readonly Act[], { events }: Folded, house: Environment, say: Say): void {
  // Where one change takes another with it, what stands is looked at by itself.
  const others = new Set(fieldsToChoose(ceremony))
  const saved = acts.filter(({ savedAt, command }) => savedAt !== null && (command.do === 'PlaceField' || !others.has(subjectOf(command))))
  const records = Map.groupBy(saved, ({ principal, command, savedAt }) => `${principal} ${command.do} ${subjectOf(command)} ${savedAt}`)
  for (const of of records.values()) {
    const last = of.findLastIndex(({ sure }) => sure)
    if (last < 0) continue
    const { principal, savedAt, command, at } = of[last]!
    // On another page of theirs they may have gone on.
    const later = acts.filter((act) => countsAt(savedAt!, act) && act.at >= at && act.at <= savedAt! && isSame(act, of[last]!))
    const until = events.filter(({ id }) => house.storedAt.get(id)! <= savedAt!)
    // What came after it and may have been lost may have been kept as well.
    if (!later.some((act) => isThere(act.command, until, principal))) say(`${wordsOf(command)} was shown as saved and is not in the log`)
  }
}

const isSame = (a: Act, b: Act) =>
  a.principal === b.principal && a.command.do === b.command.do && subjectOf(a.command) === subjectOf(b.command)

function isThere(command: PackCommand, events: readonly RecordedEvent<PackFact>[], principal: string): boolean {
  if (command.do === 'PlaceField') return events.some(({ fact }) => fact.type === 'FieldPlaced' && fact.data.field === command.field)
  if (command.do !== 'FillField') return true
  const filled = events.flatMap(({ fact, meta }) =>
    fillingIn(fact)?.fields.includes(command.field) && meta.actor.principal === principal ? [fillingIn(fact)!.value] : [],
  )
  return JSON.stringify(filled.at(-1)) === JSON.stringify(command.value)
}

const wordsOf = (command: PackCommand) => (command.do === 'FillField' ? `“${JSON.stringify(command.value)}”` : command.do)
