import type { TopicFact } from '../events/index.ts'
import { type SettingEvents, settingArgument, settingIn } from '../settings.ts'
import type { PackSettings, PackState } from '../state.ts'

type SettingFact = Extract<TopicFact<'settings'>, { readonly type: keyof SettingEvents }>
const isOfSetting = (fact: TopicFact<'settings'>): fact is SettingFact => settingIn(fact.type) !== undefined

export function evolveSettings(state: PackState, fact: TopicFact<'settings'>): PackState {
  const set = (change: Partial<PackSettings>): PackState => ({ ...state, settings: { ...state.settings, ...change } })
  if (isOfSetting(fact)) {
    const setting = settingIn(fact.type)!
    return set({ [setting.key]: settingArgument(setting, fact.data) })
  }
  const { type, data } = fact
  switch (type) {
    case 'SigningMethodsChanged':
      return set({ methods: data })
    case 'FieldsLocked':
      return set({ fieldsLocked: true })
    case 'FieldsUnlocked':
      return set({ fieldsLocked: false })
    default:
      return type satisfies never
  }
}
