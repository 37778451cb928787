import type { TopicFact } from '../events/index.ts'
import type { FieldRule, PackState } from '../state.ts'

export function evolveRules(state: PackState, { type, data }: TopicFact<'rules'>): PackState {
  switch (type) {
    case 'FieldRuleSet': {
      const { rule: key, ...what } = data
      const rule: FieldRule = { key, ...what }
      const { rules = [] } = state
      const isKnown = rules.some((one) => one.key === key)
      return { ...state, rules: isKnown ? rules.map((one) => (one.key === key ? rule : one)) : [...rules, rule] }
    }
    case 'FieldRuleRemoved': {
      const { rules = [], ...rest } = state
      const left = rules.filter(({ key }) => key !== data.rule)
      return left.length === 0 ? rest : { ...rest, rules: left }
    }
    default:
      return type satisfies never
  }
}
