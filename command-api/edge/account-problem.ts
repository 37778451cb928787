import type { Refusals } from '#domain/kernel'
import { USER_REFUSALS } from '#domain/user'
import { WORKSPACE_REFUSALS } from '#domain/workspace'
import { COMMAND_REFUSALS } from '#platform/command-handler'
import { ACCOUNT_REFUSALS, type AccountRefused } from '../accounts/index.ts'
import { type Problem, problem, refusalAsProblem } from './problem.ts'

const TABLE: Refusals<AccountRefused['refused']> = { ...ACCOUNT_REFUSALS, ...USER_REFUSALS, ...WORKSPACE_REFUSALS, ...COMMAND_REFUSALS }

/** A refusal around accounts and workspaces. Too many attempts are what HTTP has a number for. */
export function accountProblem(refused: AccountRefused): Problem {
  const said = refusalAsProblem(refused, TABLE)
  return refused.refused === 'too-many-attempts' ? { ...problem('too-many-requests'), code: said.code, message: said.message } : said
}
