import type { FastifyRequest } from 'fastify'
import { type EventSubscription, subscriptionChoice, subscriptionsAnswer, subscriptionsQuery } from '#contract/webhooks'
import { mayBrowseApplications } from '#domain/applications'
import { LIFECYCLE_EVENTS, LIFECYCLE_TYPES } from '#domain/lifecycle-events'
import { receivesEverywhere, type SubscribedKind, type WebhooksState } from '#domain/webhooks'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { webhookPlace } from './webhooks.routes.ts'
import type { Webhooks } from './webhooks.ts'

type With = App<'applications', { readonly webhooks: Webhooks }>

/** Which lifecycle events are sent to endpoints, by document, template, workspace or application. */
export function eventSubscriptionRoutes({ edge, packs, services }: With): void {
  const { webhooks, applications } = services

  /** What a key names, and in which workspace of the caller's. Strangers learn nothing. */
  async function entityOf(caller: TeamCaller, key: string): Promise<{ entity: string; kind: SubscribedKind; workspace: string } | null> {
    if (membershipIn(caller, key)) return { entity: key, kind: 'workspace', workspace: key }
    for (const { workspace } of caller.memberships) {
      if ((await applications.list(workspace)).some((one) => one.key === key)) return { entity: key, kind: 'application', workspace }
    }
    const place = await packs.resolveAccess(caller, key)
    return isProblem(place) ? null : { entity: place.pack, kind: place.state.kind, workspace: place.state.workspace }
  }
  async function placeOf(caller: TeamCaller, request: FastifyRequest, key: string) {
    const found = await entityOf(caller, key)
    const membership = membershipIn(caller, found?.workspace)
    if (!found || !membership) return problem('not-found')
    if (!mayBrowseApplications(membership)) return problem('not-allowed')
    return { ...found, place: webhookPlace(caller, request, found.workspace, membership.permissions) }
  }

  function rowsOf(state: WebhooksState, entity: string): EventSubscription[] {
    const own = state.subscriptions.get(entity)
    return LIFECYCLE_TYPES.map((key) => ({
      key,
      description: LIFECYCLE_EVENTS[key].says,
      version: LIFECYCLE_EVENTS[key].version,
      run_organisation_wide: own?.organisation.includes(key) ?? false,
      subscribed_via_entity: own?.types.includes(key) ?? false,
      subscribed_via_organisation: [...state.subscriptions.keys()].some((one) => receivesEverywhere(state, one, key)),
    }))
  }

  call(edge, {
    method: 'GET',
    url: '/app/event_subscriptions/',
    summary: 'Every type of lifecycle event, and whether it is subscribed for a document, template, workspace or application.',
    access: 'team',
    query: subscriptionsQuery,
    answer: subscriptionsAnswer,
    async run({ caller, request, query: { entity_key } }) {
      const found = await placeOf(caller, request, entity_key)
      if (isProblem(found)) return found
      return ok({ event_subscriptions: rowsOf(await webhooks.load(found.workspace), found.entity) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/event_subscriptions/:key',
    summary: 'Chooses the lifecycle events that are sent for a document, template, workspace or application.',
    access: 'team',
    params: keyParams,
    body: dataBody(subscriptionChoice),
    answer: subscriptionsAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const found = await placeOf(caller, request, key)
      if (isProblem(found)) return found
      const { entity, kind, place } = found
      const { keys: types, organisation_wide_keys: organisation, position } = data
      const state = await webhooks.subscribe(place, { do: 'SubscribeEvents', entity, kind, types, organisation }, position)
      return isProblem(state) ? state : ok({ event_subscriptions: rowsOf(state, entity) })
    },
  })
}
