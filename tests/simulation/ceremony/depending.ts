import { derivedUuid } from '#domain/kernel'
import { enabledFields, type PackCommand } from '#domain/pack'
import type { Random } from '../random.ts'
import type { Tab } from '../tab.ts'
import type { Plan } from './plan.ts'

/** A field that is there for as long as another holds this answer. */
export interface Depending {
  readonly rule: string
  readonly on: string
  readonly by: string
  readonly shown: string
  readonly whose: string
}
export const ANSWER = 'yes'

export function dependingOf({ depends }: Plan, pack: string, signatories: readonly { readonly uuid: string }[]): Depending | null {
  if (depends === null) return null
  const [first, second] = signatories
  const [rule, on, shown] = ['rule', 'decides', 'depends'].map((of) => derivedUuid(`${pack} ${of}`)) as [string, string, string]
  return { rule, on, by: first!.uuid, shown, whose: depends === 'own' ? first!.uuid : second!.uuid }
}

export const ruleFor = ({ rule, on, shown }: Depending): PackCommand => ({
  do: 'SetFieldRule',
  rule,
  target: { field: shown },
  condition: `[${on}] is "${ANSWER}"`,
})

/** Makes up their mind, now and then twice in a moment. False where the page would not have it. */
export function decide({ on, by }: Depending, page: Tab, chance: Random): boolean {
  for (let times = 1 + chance.below(3); times > 0; times--)
    if (!page.do({ do: 'FillField', field: on, by, value: chance.happens(0.6) ? ANSWER : 'no' }, 'typing')) return false
  return true
}

/** Whether their page asks for it. */
export const asksFor = ({ shown }: Depending, page: Tab): boolean => enabledFields(page.view()).some(({ key }) => key === shown)
