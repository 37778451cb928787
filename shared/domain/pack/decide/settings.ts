import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { refuse } from '../refuse.ts'
import { rawSettingOf, SETTINGS, type Setting, type SettingCommand, settingArgument } from '../settings.ts'
import type { PackState } from '../state.ts'
import type { Deciders, PackDecision } from './context.ts'
import { withoutGroups } from './signer-groups.ts'

const settings = Object.fromEntries(SETTINGS.map((setting) => [setting.command, deciderOf(setting)])) as unknown as Deciders<
  SettingCommand['do']
>

export const decideSettings: Deciders<SettingCommand['do'] | 'SetSigningMethods' | 'LockFields' | 'UnlockFields'> = {
  ...settings,

  SetSignerGroups(command, state, context) {
    const switched = settings.SetSignerGroups(command, state, context)
    return 'refused' in switched || command.on ? switched : [...withoutGroups(state), ...switched]
  },

  SetContactList(command, state, context) {
    const isThere = command.list === '' || context.contactLists?.has(command.list)
    return isThere ? settings.SetContactList(command, state, context) : refuse('contact-list-missing')
  },

  SetSigningMethods(command, { settings: { methods } }) {
    const { drawn = methods.drawn, typed = methods.typed, uploaded = methods.uploaded } = command
    // Somebody must be able to sign: with the last method off, uploaded comes back on.
    const next = { drawn, typed, uploaded: uploaded || (!drawn && !typed) }
    const same = methods.drawn === next.drawn && methods.typed === next.typed && methods.uploaded === next.uploaded
    return same ? [] : [fact('SigningMethodsChanged', next)]
  },

  LockFields: (_command, { settings }) => (settings.fieldsLocked ? [] : [fact('FieldsLocked', {})]),
  UnlockFields: (_command, { settings }) => (settings.fieldsLocked ? [fact('FieldsUnlocked', {})] : []),
}

function deciderOf(setting: Setting) {
  return (command: SettingCommand, state: PackState): PackDecision => {
    const said = settingArgument(setting, command)
    const value = setting.clean?.(said) ?? said
    if (value === rawSettingOf(setting, state.settings)) return []
    return setting.refusal?.(value) ?? [{ type: setting.event, data: { [setting.argument]: value } } as PackFact]
  }
}
