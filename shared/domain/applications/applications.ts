import { type DecisionContext, defineAggregate } from '#domain/kernel'
import { type ApplicationsActor, type ApplicationsCommand, decide, permits } from './decide.ts'
import { type ApplicationsFact, EVENTS } from './events.ts'
import { APPLICATIONS_REFUSALS, type ApplicationsRefusalCode } from './refusals.ts'
import { type ApplicationsState, evolve, initial } from './state.ts'

/**
 * The applications of one workspace, in one stream: they are few, and listed, counted and proven by their secrets with the same look at it.
 * A list is true at once, without a read model that lags behind, and a secret that was replaced is dead with the append.
 */
export const applications = defineAggregate<
  ApplicationsState,
  ApplicationsFact,
  ApplicationsCommand,
  ApplicationsActor,
  DecisionContext,
  ApplicationsRefusalCode
>({
  called: 'the applications of a workspace',
  streams: ['applications-'],
  keyedBy: 'workspace',
  events: EVENTS,
  initial,
  evolve,
  permits,
  decide,
  refusals: APPLICATIONS_REFUSALS,
})
export const { streamNameOf: streamOfApplications, keyOf: workspaceOfApplications } = applications
