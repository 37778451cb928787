import { z } from 'zod'
import { event } from '#domain/kernel'
import { type SettingEvents, settingsTable } from '../settings.ts'

const on = z.boolean()

export const settings = {
  // Each has an event of its own, which the table of settings defines.
  ...(Object.fromEntries(Object.values(settingsTable).map(({ event, stored }) => [event, stored])) as unknown as SettingEvents),
  SigningMethodsChanged: event(1, { drawn: on, typed: on, uploaded: on }),
  FieldsLocked: event(1, {}),
  FieldsUnlocked: event(1, {}),
}
