import type { WORKSPACE_EVENTS } from '#domain/workspace'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'

export const DELETION = 'deletion'
export type DeletionData = { readonly pack: string }

/** The workspace recorded that a pack goes for good; all that is kept of the pack goes after it. */
export const deletion = {
  name: DELETION,
  filter: { streamPrefixes: ['workspace-'], types: ['PackPermanentlyDeleted' satisfies keyof typeof WORKSPACE_EVENTS] },
  /** The pack's key is not confidential: it stands in the event itself. */
  react: ({ event: { id, data } }: LoggedEvent): Effect => ({
    queue: DELETION,
    key: `deletion:${id}`,
    data: { pack: (data as { pack: string }).pack },
  }),
}
