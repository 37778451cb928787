import { isWithheld } from '#domain/kernel'
import { SETTINGS, type SettingEvents, settingArgument } from '../settings.ts'
import type { AuditOf } from './words.ts'

const settings = Object.fromEntries(
  SETTINGS.map((setting) => [
    setting.event,
    (data: object) => {
      const value: unknown = settingArgument(setting, data)
      return setting.audit(isWithheld(value) ? '…' : (value as string | boolean))
    },
  ]),
) as unknown as Pick<AuditOf<'settings'>, keyof SettingEvents>

export const auditSettings: AuditOf<'settings'> = {
  ...settings,
  SigningMethodsChanged: ({ drawn, typed, uploaded }) =>
    `allowed ${[drawn && 'drawn', typed && 'typed', uploaded && 'uploaded'].filter(Boolean).join(', ') || 'no'} signatures`,
  FieldsLocked: 'locked the fields',
  FieldsUnlocked: 'unlocked the fields',
}
