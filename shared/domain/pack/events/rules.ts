import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'

export const rules = {
  /**
   * A rule as it is from now on. `condition` is in infix notation and names the fields by their place in `fields`: `[0] is "yes"`. What
   * it compares with is the sender's.
   */
  FieldRuleSet: event(1, {
    rule: id,
    target: z.union([z.strictObject({ field: id }), z.strictObject({ group: z.string().min(1).max(200) })]),
    fields: z.array(id).min(1).max(200),
    condition: sealed(z.string()),
  }),
  FieldRuleRemoved: event(1, { rule: id }),
}
