import { fieldRuleTrialAnswer, TRIED, type TriedDocument } from '#contract/field-rules'
import { http } from '../../../http/index.ts'

export interface Drafted {
  readonly pack: string
  readonly rule: string
  readonly field_or_group: string
  readonly infix_logic: string
}
export interface Trial {
  readonly documents: readonly TriedDocument[]
  /** How many were looked at: one that was moved or deleted meanwhile is not among the documents. */
  readonly looked: number
  /** How many there are to be looked at. */
  readonly all: number
}

/** Tries a condition on documents made from this template, some documents at a time. `onPart` hears of all so far. */
export async function tryOnPast(
  { pack, rule, ...data }: Drafted,
  { signal, onPart }: { readonly signal: AbortSignal; onPart(trial: Trial): void },
): Promise<void> {
  // One made meanwhile moves the others on: none counts twice.
  const found = new Map<string, TriedDocument>()
  for (let offset = 0, all = 1; offset < all && !signal.aborted; offset += TRIED.page) {
    const part = await http.post(`/app/documents/${pack}/field_rules/${rule}/try_on_past`, fieldRuleTrialAnswer, {
      data: { ...data, offset },
      signal,
    })
    all = part.all
    for (const document of part.documents) found.set(document.key, document)
    onPart({ documents: [...found.values()], looked: Math.min(offset + TRIED.page, all), all })
  }
}

export const isOtherwise = ({ was, would_be }: TriedDocument): boolean =>
  (was === 'shown' && would_be === 'hidden') || (was === 'hidden' && would_be === 'shown')
