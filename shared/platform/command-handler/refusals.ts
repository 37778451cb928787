import type { Refusals } from '#domain/kernel'

/** Refusals that every aggregate shares, because they come from how commands are carried out. */
export type CommandRefusal = 'idempotency-key-reused' | 'too-many-rivals' | 'subject-erased'

export const COMMAND_REFUSALS: Refusals<CommandRefusal> = {
  'idempotency-key-reused': { kind: 'conflict', says: 'This request key was already used for another request.' },
  'too-many-rivals': { kind: 'busy', says: 'Many changes are arriving at once. Please try again.' },
  'subject-erased': { kind: 'gone', says: 'The personal data of this person has been erased.' },
}
