import { decideInTurn, type Refused } from '#domain/kernel'
import {
  ACCEPTED_AS_IT_IS,
  pack as aggregate,
  type PackCommand,
  type PackFact,
  type PackRefusalCode,
  type PackState,
  type Who,
} from '#domain/pack'
import { PERMISSIONS } from '#domain/workspace'
import type { CommandHandler } from '#platform/command-handler'

export interface BenchUser {
  readonly workspace: string
  readonly user: string
}

/** What the commands lead to, one after the other, as the calls decide on them. */
export function decidedOn(
  commands: readonly PackCommand[],
  from: PackState,
  revision: number,
  user: string,
  who: Who,
  now = new Date().toISOString(),
): readonly PackFact[] | Refused<PackRefusalCode> {
  const context = { now, principal: `user:${user}`, defaultCountry: 'US', typesetting: ACCEPTED_AS_IT_IS }
  return decideInTurn(aggregate, commands, { key: '', state: from, revision }, who, context)
}

export const asMember = ({ workspace, user }: BenchUser): Who => ({
  as: 'team',
  user,
  workspace,
  permissions: new Set(PERMISSIONS),
})

/** Commands on a pack's stream as the calls give them to the handler: policy, decision, idempotency key, one append. */
export async function carryOut(
  handler: CommandHandler,
  stream: string,
  { workspace, user }: BenchUser,
  commands: readonly PackCommand[],
  key: string,
  who: Who = asMember({ workspace, user }),
): Promise<void> {
  const principal = `user:${user}`
  const outcome = await handler.handle<PackState, PackFact, PackRefusalCode>({
    stream,
    aggregate,
    decide: (from, revision) => decidedOn(commands, from, revision, user, who),
    origin: {
      actor: { principal, capacity: 'team', session: key, proof: 'password' },
      correlation: key,
      causation: key,
      address: '127.0.0.1',
      agent: 'paraph bench',
    },
    idempotency: { id: key, digest: key },
  })
  if ('refused' in outcome) throw new Error(`a command of the bench was refused: ${outcome.refused}`)
}
