import type { FastifyRequest } from 'fastify'
import { digestOf } from '#domain/kernel'
import { livingLinkOf, type Who } from '#domain/pack'
import type { KeyIndex } from '#platform/key-index'
import type { HandedLink, HandedOver } from '../accounts/index.ts'
import type { Account } from '../edge/caller.ts'
import { isProblem, type Problem, refusalAsProblem } from '../edge/problem.ts'
import { LINK_REFUSALS, linkOf } from './links.ts'
import type { Packs } from './packs.ts'

/** The living link that this account holder took to hand their device over with. */
export async function inPersonLink(
  { packs, keyIndex }: { readonly packs: Packs; readonly keyIndex: KeyIndex },
  caller: Account,
  signingLink: string,
): Promise<HandedLink | Problem> {
  const unknown = refusalAsProblem({ refused: 'unknown-link' }, LINK_REFUSALS)
  const entry = await keyIndex.find(digestOf(signingLink.split('/').at(-1) ?? ''), 'link')
  const found = entry && linkOf(entry)
  if (!found) return unknown
  const { pack, signatory, link } = found
  const place = await packs.resolveAccess(caller, pack)
  if (isProblem(place)) return place.status === 404 ? unknown : place
  return livingLinkOf(place.state, signatory, link)?.host === caller.user ? { pack, signatory, link } : unknown
}

/**
 * Voids the link that its device came back with. Done before the session that stands for it
 * ends, so that the next try repeats anything that was interrupted.
 */
export async function revokeInPersonLink(
  packs: Packs,
  { user, session, link }: HandedOver,
  request: FastifyRequest,
): Promise<Problem | null> {
  // They are its host, even without other rights in the document by now.
  const who: Who = { as: 'team', user, workspace: '', permissions: new Set() }
  const done = await packs.change({
    on: { pack: link.pack, who, caller: { as: 'account', user, session, memberships: [] } },
    request,
    // Repeating it does nothing; and a digest of this request would be one of the password in it.
    alwaysRun: true,
    plan: (state) => (state.exists ? [{ do: 'TakeBackSigningLink', signatory: link.signatory, link: link.link }] : []),
  })
  return isProblem(done) ? done : null
}
