import { z } from 'zod'
import { MOST } from '#domain/pack'
import { json, shown, text, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const fieldRuleType = z.literal('field_group_enabled')

/** A rule: its field, or every tick box of its group, takes part only while the condition is true. */
export const fieldRule = z.object({
  rule_id: key,
  /** The key of a field, or the name of a group of tick boxes. */
  field_or_group: shown,
  /** The condition over `{field}`, its value as lower-case text, and `{field}#`, its value as a number or null. */
  json_logic: json.nullable(),
  /** `[field] is "yes" and ([field] > 5 or [field] is ticked)`; null where it is withheld. */
  infix_logic: shown.nullable(),
  field_rule_type: fieldRuleType,
  delete: z.literal(false),
})
export type FieldRuleRecord = z.input<typeof fieldRule>

/** GET /app/documents/{id}/field_rules */
export const fieldRulesAnswer = succeeded({ field_rules: z.array(fieldRule).max(MOST.fieldRules) })

/** POST /app/documents/{id}/field_rules/{rule id}/add_update_delete, data: with `delete` nothing else is needed. */
export const fieldRuleBody = z.object({
  delete: z.boolean().optional(),
  field_or_group: token.optional(),
  infix_logic: text.optional(),
  field_rule_type: fieldRuleType.optional(),
})
export const fieldRuleSavedAnswer = succeeded({ field_rule: fieldRule.nullable(), revision: z.int() })

/** How many documents one call looks at, and how many of the past there are at most. */
export const TRIED = { page: 50, most: 500 } as const

/** POST /app/documents/{template}/field_rules/{rule id}/try_on_past, data: as if it were saved. `offset` continues. */
export const fieldRuleTrial = z.object({
  field_or_group: token,
  infix_logic: text,
  offset: z
    .int()
    .min(0)
    .max(TRIED.most - TRIED.page)
    .default(0),
})
export const fieldRuleTrialAnswer = succeeded({
  /** The youngest first. */
  documents: z
    .array(
      z.object({
        key,
        document_name: shown,
        status: shown,
        date_created: shown,
        /** `absent`: the field is not in this document. */
        was: z.enum(['shown', 'hidden', 'absent']),
        /** `unknown`: it asks for a value that the team does not see. `not_evaluated`: it asks for a field that is not in this document. */
        would_be: z.enum(['shown', 'hidden', 'unknown', 'not_evaluated']),
      }),
    )
    .max(TRIED.page),
  /** How many documents of the past there are, 500 at most. */
  all: z.int().min(0).max(TRIED.most),
})
export type TriedDocument = z.output<typeof fieldRuleTrialAnswer>['documents'][number]
