import { done } from '#contract/envelope'
import type { App } from '../app.ts'
import { problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'

/** Permanent deletion: for the creator only, from the trash only, and only where deleted documents are not kept. */
export function trashRoutes(app: App): void {
  packCall(app, {
    method: 'DELETE',
    url: '/app/document_actions/:key/permanently_delete_document',
    summary: 'Deletes for good, where the installation does not keep deleted documents.',
    teamOnly: true,
    answer: done,
    async run({ place: { state, who } }) {
      const permitted = who.as === 'team' && who.permissions.has('can_delete_documents') && who.user === state.creator
      if (!permitted) return problem('not-allowed')
      return problem(state.trashed === null ? 'not-in-trash' : 'deleted-documents-are-kept')
    },
  })
}
