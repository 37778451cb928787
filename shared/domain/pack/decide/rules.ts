import { canonicalise, type Json } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { fact } from '../fact.ts'
import { fieldTypeOf } from '../field-types/index.ts'
import { refuse } from '../refuse.ts'
import { contradicts, targetsOf, writtenCondition } from '../rules/problems.ts'
import type { Field } from '../state.ts'
import { after, type Deciders } from './context.ts'

export const decideRules: Deciders<'SetFieldRule' | 'RemoveFieldRule'> = {
  SetFieldRule({ rule: key, target, condition: text }, state, context) {
    const { rules = [] } = state
    const targets = targetsOf(state, target)
    if (targets.length === 0) return refuse('rule-target-missing')
    const always = targets.find(alwaysTakesPart)
    if (always) return refuse('rule-target-invalid', { at: [always.key] })
    const stored = writtenCondition(state, text)
    if ('refused' in stored) return stored
    const unfit = textRefusal(stored.condition, MOST.condition)
    if (unfit) return unfit
    const held = rules.find((rule) => rule.key === key)
    if (!held && rules.length >= MOST.fieldRules) return refuse('too-many', { slots: { most: MOST.fieldRules } })
    if (held && canonicalise(held as unknown as Json) === canonicalise({ key, target, ...stored } as unknown as Json)) return []
    const set = [fact('FieldRuleSet', { rule: key, target, fields: [...stored.fields], condition: stored.condition })]
    const next = after(state, set, context)
    return contradicts(next, next.rules!.find((rule) => rule.key === key)!) ? refuse('condition-never-true') : set
  },

  RemoveFieldRule({ rule }, { rules = [] }) {
    return rules.some(({ key }) => key === rule) ? [fact('FieldRuleRemoved', { rule })] : []
  },
}

/** Notes are no part of the document, and without the one who sets them up the next signer could not be asked. */
function alwaysTakesPart(field: Field): boolean {
  const { isExcludedFromSigning, setsUpSigner } = fieldTypeOf(field)
  return isExcludedFromSigning || setsUpSigner
}
