import { isWithheld, type LeafPath, type RecordedEvent } from '#domain/kernel'
import type { PackFact } from '../events/index.ts'
import { liveFields } from '../fields.ts'
import { fillingIn } from '../fillings.ts'
import { finalValueOf } from '../final-value.ts'
import type { PackState } from '../state.ts'

/**
 * What of a pack's history whoever holds a document's sealed file may read, by revision: the values that stand on its
 * pages, the document's name, and the names of those who signed. Everything else stays digests: drafts that were
 * replaced, other documents, addresses, reasons. The file is the same for everyone who has it.
 */
export function shownToHolder(
  history: readonly RecordedEvent<PackFact>[],
  state: PackState,
  document: string,
): ReadonlyMap<number, readonly LeafPath[]> {
  const values = new Set(
    liveFields(state)
      .filter((field) => field.document === document)
      .filter((field) => {
        const value = finalValueOf(state, field)
        return value !== null && !isWithheld(value)
      })
      .map(({ key }) => key),
  )
  const signed = new Set(state.signatories.filter(({ status }) => status === 'complete').map(({ uuid }) => uuid))
  // Of several events that say the same thing, only the last is on the pages.
  const last = new Map<string, readonly [revision: number, path: LeafPath]>()
  for (const { revision, fact } of history) {
    for (const key of fillingIn(fact)?.fields ?? []) if (values.has(key)) last.set(`field ${key}`, [revision, ['data', 'value']])
    switch (fact.type) {
      case 'DocumentAdded':
      case 'DocumentRenamed':
        if (fact.data.document === document) last.set('name', [revision, ['data', 'name']])
        break
      case 'SignatoryNamed':
        if (signed.has(fact.data.signatory)) last.set(`signatory ${fact.data.signatory}`, [revision, ['data', 'name']])
        break
    }
  }
  return new Map([...last.values()].map(([revision, path]) => [revision, [path]]))
}
