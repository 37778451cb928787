import type { FastifyRequest } from 'fastify'
import { done } from '#contract/envelope'
import {
  DELIVERIES_PAGE,
  type DeliveryRecord,
  deliveriesAnswer,
  deliveriesQuery,
  deliveryParams,
  replayRequest,
  secretRotation,
  type WebhookRow,
  webhookAnswer,
  webhookUpdate,
} from '#contract/webhooks'
import { mayBrowseApplications } from '#domain/applications'
import { derivedUuid, disclosed } from '#domain/kernel'
import { type DeliveryRow, MOST_ATTEMPTS } from '#platform/webhooks'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { commandOriginOf, idempotencyKeyOf } from '../edge/request-origin.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import type { WebhookPlace, Webhooks } from './webhooks.ts'

export type WithWebhooks = App<'queries' | 'world', { readonly webhooks: Webhooks }>

/** Where a request about webhooks is made: by a member or an application that may view API details. */
export function webhookPlace(
  caller: TeamCaller,
  request: FastifyRequest,
  workspace: string,
  permissions: ReadonlySet<string>,
): WebhookPlace {
  return {
    workspace,
    user: caller.user,
    permissions,
    application: caller.as === 'application' ? caller.application : null,
    seed: idempotencyKeyOf(request) ?? request.id,
    ...commandOriginOf(caller, request),
  }
}

/** The endpoint of an application, and its deliveries. */
export function webhookRoutes({ edge, services }: WithWebhooks): void {
  const { webhooks, queries, world } = services
  const { deliveries } = webhooks

  /** Who may look after this application's endpoint: people only, as for its secret. */
  async function managed(caller: TeamCaller, request: FastifyRequest, application: string) {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    if (!mayBrowseApplications(membership)) return problem('not-allowed')
    const place = webhookPlace(caller, request, membership.workspace, membership.permissions)
    return (await webhooks.mayManage(place, application)) ? place : problem('not-found')
  }

  async function rowOf(workspace: string, application: string): Promise<WebhookRow | null> {
    const view = await webhooks.view(workspace, application)
    if (!view) return null
    const { webhook, position, end } = view
    const { delivered, ...counts } = await deliveries.summary(application)
    const [current] = webhook.secrets
    return {
      url: disclosed(webhook.url, ''),
      is_on: webhook.on,
      off_because: webhook.offBecause,
      scheme: current?.scheme ?? 'v1',
      secret_label: disclosed(current?.label ?? '', ''),
      former_secret_until: webhooks.formerUntil(webhook),
      deliveries: { delivered_today: delivered, ...counts },
      position,
      last_position: end,
    }
  }

  async function recordsOf(rows: readonly DeliveryRow[]): Promise<DeliveryRecord[]> {
    const documents = rows.flatMap(({ position, document }) => (position === null ? [] : [document]))
    const names = new Map((await queries.rowsOf([...new Set(documents)])).map((row) => [row.key, row.document_name]))
    return rows.map((row) => ({
      key: row.entry,
      type: row.type,
      document_key: row.position === null ? null : row.document,
      document_name: names.get(row.document) ?? '',
      position: row.position,
      state: row.state,
      tries: row.tries,
      most_tries: MOST_ATTEMPTS,
      attempts: row.attempts.map(({ at, ms, status, failed, text, retryAfter }) => ({
        date: at,
        milliseconds: ms,
        status,
        failed: failed as 'timed-out' | 'unreachable' | 'forbidden' | null,
        answer: text,
        retry_after: retryAfter,
      })),
      date_created: row.created,
      date_due: row.due,
    }))
  }

  call(edge, {
    method: 'GET',
    url: '/app/applications/:key/webhook',
    summary: 'The endpoint to which lifecycle events are sent for an application, and how deliveries stand.',
    access: 'account',
    params: keyParams,
    answer: webhookAnswer,
    async run({ caller, request, params: { key } }) {
      const place = await managed(caller, request, key)
      return isProblem(place) ? place : ok({ webhook: await rowOf(place.workspace, key) })
    },
  })

  call(edge, {
    method: 'PUT',
    url: '/app/applications/:key/webhook',
    summary:
      'Sets the address of an application’s endpoint, or switches it on or off. The answer that makes the endpoint holds its signing secret, once.',
    access: 'account',
    params: keyParams,
    body: dataBody(webhookUpdate),
    answer: webhookAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      let secret: string | undefined
      if (data.url !== undefined) {
        const set = await webhooks.set(place, key, data.url, data.scheme ?? 'v1')
        if (isProblem(set)) return set
        secret = set.secret
      }
      if (data.is_on !== undefined) {
        const switching = { ...place, ...commandOriginOf(caller, request, 'switch') }
        const refused = await webhooks.change(switching, { do: 'SwitchWebhook', application: key, on: data.is_on })
        if (refused) return refused
      }
      return ok({ webhook: await rowOf(place.workspace, key), ...(secret === undefined ? {} : { signing_secret: secret }) })
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/applications/:key/webhook',
    summary: 'Removes an application’s endpoint and the record of its deliveries: nothing more is sent to it.',
    access: 'account',
    params: keyParams,
    answer: done,
    async run({ caller, request, params: { key } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      const refused = await webhooks.change(place, { do: 'RemoveWebhook', application: key })
      return refused ?? ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/applications/:key/webhook/rotate_secret',
    summary: 'Makes another signing secret, which is shown once. For 24 hours the former one signs, too.',
    access: 'account',
    params: keyParams,
    body: dataBody(secretRotation),
    answer: webhookAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      const now = await webhooks.view(place.workspace, key)
      const rotated = await webhooks.rotate(place, key, data.scheme ?? now?.webhook.secrets[0]?.scheme ?? 'v1')
      if (isProblem(rotated)) return rotated
      const { secret } = rotated
      return ok({ webhook: await rowOf(place.workspace, key), ...(secret === undefined ? {} : { signing_secret: secret }) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/applications/:key/webhook/test',
    summary: 'Sends the event `webhook.test` to the endpoint.',
    access: 'account',
    params: keyParams,
    answer: done,
    async run({ caller, request, params: { key } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      if ((await webhooks.view(place.workspace, key)) === null) return problem('webhook-missing')
      const asked = idempotencyKeyOf(request)
      const id = asked === null ? world.ids.next() : derivedUuid(JSON.stringify(['webhook test', key, asked]))
      await deliveries.test(key, place.workspace, id)
      return ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/applications/:key/webhook/replay',
    summary: 'Sends all subscribed events after a position of the feed again, in order and with the same ids.',
    access: 'account',
    params: keyParams,
    body: dataBody(replayRequest),
    answer: done,
    async run({ caller, request, params: { key }, body: { data } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      const view = await webhooks.view(place.workspace, key)
      if (view === null) return problem('webhook-missing')
      if (data.position > view.end) return problem('webhook-position-ahead')
      await deliveries.replayAfter(key, place.workspace, data.position)
      return ok()
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/applications/:key/deliveries',
    summary: 'The deliveries to the endpoint within 30 days, the newest first, with each attempt and the beginning of each answer.',
    access: 'account',
    params: keyParams,
    query: deliveriesQuery,
    answer: deliveriesAnswer,
    async run({ caller, request, params: { key }, query: { before, only_failing, limit = DELIVERIES_PAGE } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      const rows = await deliveries.list(key, { before: before ?? null, onlyFailing: only_failing === 'true', limit: limit + 1 })
      return ok({ deliveries: await recordsOf(rows.slice(0, limit)), has_more: rows.length > limit })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/applications/:key/deliveries/:delivery/retry',
    summary: 'Sends one event again now, with the same id.',
    access: 'account',
    params: deliveryParams,
    answer: done,
    async run({ caller, request, params: { key, delivery } }) {
      const place = await managed(caller, request, key)
      if (isProblem(place)) return place
      return (await deliveries.retry(key, delivery)) ? ok() : problem('not-found')
    },
  })
}
