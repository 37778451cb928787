import { key } from '#contract/envelope'
import {
  type FieldRuleRecord,
  fieldRuleBody,
  fieldRuleSavedAnswer,
  fieldRulesAnswer,
  fieldRuleTrial,
  fieldRuleTrialAnswer,
  TRIED,
  type TriedDocument,
} from '#contract/field-rules'
import {
  can,
  compiledRule,
  draftedRules,
  type FieldRule,
  jsonLogicOf,
  keyInCopy,
  PACK_REFUSALS,
  type PackCommand,
  type PackState,
  pack as packAggregate,
  streamOfPack,
  triedOn,
  viewFor,
  writeCondition,
} from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok, problem, refusalAsProblem } from '../edge/problem.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'

/** Which fields take part, by the values of others. */
export function fieldRuleRoutes(app: App<'handler' | 'queries'>): void {
  const { handler, queries } = app.services
  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/field_rules',
    summary: 'The conditions under which fields of the document take part, in infix notation and as JsonLogic.',
    answer: fieldRulesAnswer,
    async run({ place: { state, audience } }) {
      const { rules = [] } = viewFor(state, audience)
      return ok({ message: 'These are the conditions.', field_rules: rules.map(recordOf) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/field_rules/:rule/add_update_delete',
    summary: 'Sets a condition for a field or a group of tick boxes, changes it, or deletes it.',
    teamOnly: true,
    params: keyParams.extend({ rule: key }),
    body: dataBody(fieldRuleBody),
    answer: fieldRuleSavedAnswer,
    async run({ place, params, request, body: { data } }) {
      const { rule } = params
      const { field_or_group: of, infix_logic: condition } = data
      if (!data.delete && (of === undefined || condition === undefined))
        return problem('invalid-request', { message: 'A condition needs field_or_group and infix_logic.' })
      const saved = await app.packs.change({
        on: place,
        request,
        plan: (state): PackCommand[] =>
          data.delete
            ? [{ do: 'RemoveFieldRule', rule }]
            : [{ do: 'SetFieldRule', rule, target: targetIn(state, of!), condition: condition! }],
      })
      if (isProblem(saved)) return saved
      const made = saved.state.rules?.find((one) => one.key === rule)
      const message = made ? 'The condition was saved.' : 'The condition was deleted.'
      return ok({ message, field_rule: made ? recordOf(made) : null, revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/field_rules/:rule/try_on_past',
    summary: 'Says of documents made from a template whether they would have shown a field, had this been its condition. Saves nothing.',
    teamOnly: true,
    params: keyParams.extend({ rule: key }),
    body: dataBody(fieldRuleTrial),
    answer: fieldRuleTrialAnswer,
    async run({ place: { who, state, pack: origin }, params, body: { data } }) {
      if (!can(who, 'can_use_field_rules')) return problem('not-allowed')
      const target = targetIn(state, data.field_or_group)
      const rules = draftedRules(state, { rule: params.rule, target, condition: data.infix_logic })
      if ('refused' in rules) return refusalAsProblem(rules, PACK_REFUSALS)
      const { offset } = data
      const found = await queries.packsMadeFrom({ origin, workspace: state.workspace, offset, limit: TRIED.page, most: TRIED.most })
      const documents: TriedDocument[] = []
      for (const { key, document_name, status, date_created } of found.documents) {
        const made = await handler.load(streamOfPack(key), packAggregate)
        // Moved or deleted since it was found.
        if (!made.state.exists || made.state.workspace !== state.workspace || made.state.trashed !== null) continue
        const tried = triedOn(viewFor(made.state, { of: 'team' }), rules, target, (of) => keyInCopy(key, of))
        documents.push({ key, document_name, status, date_created, ...tried })
      }
      return ok({ documents, all: found.all })
    },
  })
}

/** A group may be called like anything; what names a field of this document is that field. */
const targetIn = ({ fields }: PackState, name: string) => (Object.hasOwn(fields, name) ? { field: name } : { group: name })

function recordOf(rule: FieldRule): FieldRuleRecord {
  const condition = compiledRule(rule)?.condition
  return {
    rule_id: rule.key,
    field_or_group: 'field' in rule.target ? rule.target.field : rule.target.group,
    json_logic: condition ? jsonLogicOf(condition) : null,
    infix_logic: condition ? writeCondition(condition) : null,
    field_rule_type: 'field_group_enabled',
    delete: false,
  }
}
