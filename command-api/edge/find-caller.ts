import type { ReadBarrier } from '#platform/command-handler'
import type { Session, Sessions } from '#platform/sessions'
import type { Account } from './caller.ts'
import type { FindCaller } from './identify.ts'

/** Who holds a session: an account holder with the workspaces they belong to now, or a signer with the link they came by. */
export function findCaller(
  sessions: Pick<Sessions, 'find'>,
  accountIn: (session: Session, since?: ReadBarrier) => Promise<Account | null>,
): FindCaller {
  return async (token, since, network) => {
    const session = await sessions.find(token, network)
    if (!session) return null
    const [kind] = session.owner.split(':', 1)
    if (kind === 'user') return accountIn(session, since)
    const { pack, signatory, link, inPerson } = session.holder
    if (kind !== 'link' || typeof pack !== 'string' || typeof signatory !== 'string' || typeof link !== 'string') return null
    return { as: 'signer', session: session.id, pack, signatory, link, inPerson: inPerson === true }
  }
}
