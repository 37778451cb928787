import type { Decision } from '#domain/kernel'
import type { PackCommand } from './commands.ts'
import type { PackFact } from './events/index.ts'
import type { PackRefusalCode } from './refusals.ts'
import type { PackState } from './state.ts'

/** What a decision may know beside the command: it reads no clock and no configuration of its own. */
export interface DecisionContext {
  /** UTC, ISO 8601 with milliseconds. */
  readonly now: string
  readonly principal: string
  /** Country of mobile numbers without a country code: ISO 3166-1 alpha-2. */
  readonly defaultCountry: string
  /** The account demands two-factor authentication of every signer. */
  readonly twoFactorMandatory?: boolean
}
export type PackDecision = Decision<PackFact, PackRefusalCode>

export function decide(command: PackCommand, _state: PackState, _context: DecisionContext): PackDecision {
  throw new Error(`no decision is made about ${command.do}`)
}
