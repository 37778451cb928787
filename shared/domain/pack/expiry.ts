import type { CommandName, PackCommand } from './commands.ts'
import { dayIn, startOfDay } from './day.ts'
import { type Refused, refuse } from './refuse.ts'
import type { Expiry, PackState } from './state.ts'

const DAY = 86_400_000
/** Reminders come in the morning. */
const MORNING = 9 * 3_600_000

const daysFrom = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY).toISOString().slice(0, 10)

/** When the day of an expiry ends, and when signers are reminded of it; Unix milliseconds. */
export function expiryMoments({ day, zone, remindDays }: Expiry): { readonly end: number; readonly reminder: number | null } {
  return {
    end: startOfDay(daysFrom(day, 1), zone),
    reminder: remindDays === null ? null : startOfDay(daysFrom(day, -remindDays), zone) + MORNING,
  }
}

export const isPast = ({ day, zone }: Pick<Expiry, 'day' | 'zone'>, now: number): boolean => dayIn(zone, now) > day

/** The request ended without all signatures: an event says so. */
export const hasExpired = (state: PackState): boolean => state.status === 'awaiting_signatures' && state.expiry?.over === true

export function expiryDayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00.000Z`))
}

const NEED_TIME: ReadonlySet<CommandName> = new Set<CommandName>([
  'AddNote',
  'FillField',
  'ClearField',
  'SetUpSignatory',
  'GiveConsent',
  'PostponeSigning',
  'CompleteSigning',
  'RejectSigning',
  'RejectDocument',
  'IssueSigningLink',
  'ResendRequest',
])

/** Why a command comes too late, be it before anybody has recorded that the day is over; null where it does not. */
export function tooLate(command: PackCommand, state: PackState, now: string): Refused | null {
  const { expiry } = state
  if (state.status !== 'awaiting_signatures' || expiry === undefined || !NEED_TIME.has(command.do)) return null
  if ('by' in command && command.by === 'self') return null
  const isOver = expiry.over || isPast(expiry, Date.parse(now))
  return isOver ? refuse('request-expired', { slots: { day: expiryDayInWords(expiry.day) } }) : null
}
