import { isWithheld, type LeafPath, type RecordedEvent } from '#domain/kernel'
import { isForEverybody, liveAppendices } from '../appendices.ts'
import type { PackFact } from '../events/index.ts'
import { liveFields } from '../fields.ts'
import { fillingIn } from '../fillings.ts'
import { finalValueOf } from '../final-value.ts'
import type { PackState } from '../state.ts'

/**
 * The part of a pack's history that a holder of a document's sealed file may read, by revision: the values that stand on its
 * pages, why conditions keep fields off them, the document's name, the supporting documents for everybody, and the names of those who
 * signed. Everything else stays digests: drafts that were replaced, other documents, addresses, reasons. The file is the same for everyone
 * who has it.
 */
export function redactForFileHolder(
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
  const open = new Set(liveAppendices(state).flatMap((appendix) => (appendix.file && isForEverybody(appendix) ? [appendix.file.key] : [])))
  // Of several events that say the same thing, only the last is on the pages.
  const last = new Map<string, readonly [revision: number, ...paths: LeafPath[]]>()
  for (const { revision, fact } of history) {
    for (const key of fillingIn(fact)?.fields ?? []) if (values.has(key)) last.set(`field ${key}`, [revision, ['data', 'value']])
    switch (fact.type) {
      // Without it nothing of the pack could be folded. The written text stays digests.
      case 'DefinitionTaken': {
        last.set('definition', [revision, ['data', 'definition']])
        const at = fact.data.documents.findIndex((one) => one.document === document)
        if (at !== -1) last.set('name', [revision, ['data', 'documents', at, 'name']])
        break
      }
      case 'DocumentAdded':
      case 'DocumentRenamed':
        if (fact.data.document === document) last.set('name', [revision, ['data', 'name']])
        break
      // What is for everybody who has the file can be held against it; of the others it says that they are there.
      case 'AppendixFileAttached':
        if (open.has(fact.data.file)) last.set(`appendix ${fact.data.appendix}`, [revision, ['data', 'filename'], ['data', 'content']])
        break
      case 'FieldsLeftOut':
        if (fact.data.document === document)
          last.set('left out', [revision, ...fact.data.conditions.map((_, at): LeafPath => ['data', 'conditions', at, 'condition'])])
        break
      case 'SignatoryNamed':
        if (signed.has(fact.data.signatory)) last.set(`signatory ${fact.data.signatory}`, [revision, ['data', 'name']])
        break
    }
  }
  const shown = new Map<number, readonly LeafPath[]>()
  for (const [revision, ...paths] of last.values()) shown.set(revision, [...(shown.get(revision) ?? []), ...paths])
  return shown
}
