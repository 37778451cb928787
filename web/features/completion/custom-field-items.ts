import { disclosed } from '#domain/kernel'
import { customFieldId, liveCustomFields, type PackState } from '#domain/pack'
import type { CompletionItem } from './completions.ts'

/** The custom fields that a text may name. Those that are hidden are for nobody who reads it. */
export function customFieldItems(view: Pick<PackState, 'customFields'>): readonly CompletionItem[] {
  return liveCustomFields(view)
    .filter(({ visible }) => visible)
    .map((one) => ({ key: one.key, inserts: `{{${customFieldId(one)}}}`, name: disclosed(one.name, '') }))
}
