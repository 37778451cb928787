import type { ReadBarrier } from '#platform/command-handler'
import type { Sessions } from '#platform/sessions'
import type { Membership } from './caller.ts'
import type { FindCaller } from './identify.ts'

/** Who holds a session: an account holder with the workspaces they belong to now, or a signer with the link they came by. */
export function findCaller(
  sessions: Pick<Sessions, 'find'>,
  membershipsOf: (user: string, since?: ReadBarrier) => Promise<readonly Membership[]>,
): FindCaller {
  return async (token, since, network) => {
    const session = await sessions.find(token, network)
    if (!session) return null
    const [kind, of] = session.owner.split(':', 2)
    // A device lent to somebody else carries a session of its owner that opens nothing.
    if (kind === 'user' && session.holder.as !== 'account') return null
    if (kind === 'user' && of) return { as: 'account', user: of, session: session.id, memberships: await membershipsOf(of, since) }
    const { pack, signatory, link, inPerson } = session.holder
    if (kind !== 'link' || typeof pack !== 'string' || typeof signatory !== 'string' || typeof link !== 'string') return null
    return { as: 'signer', session: session.id, pack, signatory, link, inPerson: inPerson === true }
  }
}
