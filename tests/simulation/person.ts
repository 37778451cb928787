import type { ReadBarrier } from '#platform/command-handler'
import type { Account, Signer } from '../../command-api/edge/caller.ts'
import type { Problem } from '../../command-api/edge/problem.ts'
import type { PackAccess } from '../../command-api/pack/packs.ts'
import type { Server } from './server.ts'

/** Somebody of a team: what they belong to and may do a server looks up whenever they come. */
export interface Member {
  readonly as: 'member'
  readonly user: string
}
export type Person = Account | Signer | Member

/** As a server knows them by that moment. */
export async function asKnown({ accounts }: Server, person: Person, since?: ReadBarrier): Promise<Account | Signer> {
  if (person.as !== 'member') return person
  return { as: 'account', user: person.user, session: 'session', memberships: await accounts.membershipsOf(person.user, since) }
}

/** Finds the pack for a visitor, as a call does. */
export async function enterAs(server: Server, person: Person, pack: string): Promise<PackAccess | Problem> {
  const since = server.handler.moment()
  return server.packs.resolveAccess(await asKnown(server, person, since), pack, since)
}

export const principalOf = (who: Person) => (who.as === 'signer' ? `signatory:${who.signatory}` : `user:${who.user}`)
