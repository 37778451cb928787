import { type AuditOf, field } from './words.ts'

export const auditRules: AuditOf<'rules'> = {
  FieldRuleSet: ({ target }, state) =>
    `set a condition for ${'field' in target ? field(state, target.field) : `the tick boxes of the group “${target.group}”`}`,
  FieldRuleRemoved: 'removed a condition',
}
