import { done } from '#contract/envelope'
import { isOfTeam, ownerOf } from '#domain/pack'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { byCaller } from '../edge/caller.ts'
import { ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { packCall } from '../pack/pack-call.ts'

/** Permanent deletion: for its owner only, from the trash only, and only where deleted documents are not kept: neither by the installation nor by the workspace's retention. */
export function trashRoutes(app: App<'config' | 'members'>): void {
  const { members, config } = app.services
  packCall(app, {
    method: 'DELETE',
    url: '/app/document_actions/:key/permanently_delete_document',
    summary: 'Deletes for good, where the installation does not keep deleted documents.',
    teamOnly: true,
    answer: done,
    async run({ place: { pack, state, who, caller }, request }) {
      if (!isOfTeam(who) || caller.as === 'signer') return problem('not-allowed')
      if (!who.permissions.has(state.kind === 'template' ? 'can_delete_templates' : 'can_delete_documents')) return problem('not-allowed')
      if (who.user !== ownerOf(state)) return problem('not-the-creator')
      if (state.trashed === null) return problem('not-in-trash')
      if (config.keepDeleted || (await members.keepingOf(state.workspace)).years !== null) return problem('deleted-documents-are-kept')
      // The intention is recorded, who and when; the process that carries it out survives any crash.
      const refused = await members.deletePack(state.workspace, pack, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : ok({})
    },
  })
}
