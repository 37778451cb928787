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
