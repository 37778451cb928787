import { type DecisionContext, defineAggregate } from '#domain/kernel'
import { decide, permits, type RecipientListsActor, type RecipientListsCommand } from './decide.ts'
import { EVENTS, type RecipientListsFact } from './events.ts'
import { RECIPIENT_LISTS_REFUSALS, type RecipientListsRefusalCode } from './refusals.ts'
import { evolve, initial, type RecipientListsState } from './state.ts'

/** The recipient lists of one workspace, in one stream: they are few, and a list of them never lags behind. Their rows are in the database. */
export const recipientLists = defineAggregate<
  RecipientListsState,
  RecipientListsFact,
  RecipientListsCommand,
  RecipientListsActor,
  DecisionContext,
  RecipientListsRefusalCode
>({
  called: 'the recipient lists of a workspace',
  streams: ['recipientlists-'],
  keyedBy: 'workspace',
  events: EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: RECIPIENT_LISTS_REFUSALS,
})
export const { streamNameOf: streamOfRecipientLists, keyOf: workspaceOfRecipientLists } = recipientLists
