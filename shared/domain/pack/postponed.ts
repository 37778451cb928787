import type { PackState } from './state.ts'

/** So often it is recorded that a signatory continues later; more often adds nothing. */
export const MOST_POSTPONEMENTS = 100

export function timesPostponed({ postponements }: PackState, signatory: string): number {
  return postponements && Object.hasOwn(postponements, signatory) ? (postponements[signatory] ?? 0) : 0
}
