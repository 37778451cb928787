import { done } from '#contract/envelope'
import {
  type NotificationRuleRecord,
  notificationRuleAnswer,
  notificationRuleBody,
  notificationRulesAnswer,
  notificationRulesQuery,
} from '#contract/notification-rules'
import type { NotificationRule } from '#domain/pack'
import type { ReadBarrier } from '#platform/command-handler'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { keyParams } from '../pack/pack-call.ts'
import { factIn, NOTIFICATION_RULE, type PackAccess } from '../pack/packs.ts'

/** Who is written to by itself: the rules of one document. They name the document in what is sent, not in the path. */
export function notificationRuleRoutes({ edge, packs, services }: App<'keyIndex' | 'world'>): void {
  async function entered(caller: TeamCaller, entity: string | undefined, moment: ReadBarrier): Promise<PackAccess | Problem> {
    return entity === undefined ? problem('not-found') : packs.resolveAccess(caller, entity, moment)
  }

  call(edge, {
    method: 'GET',
    url: '/app/notification_rules',
    summary: 'The notification rules of a document.',
    access: 'team',
    query: notificationRulesQuery,
    answer: notificationRulesAnswer,
    async run({ caller, query, moment }) {
      const place = await entered(caller, query.entity_key, moment)
      if (isProblem(place)) return place
      return ok({ notification_rules: place.state.notifications.rules.map((rule) => recordOf(rule, place.pack)) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/notification_rules/add_update_notification_rule',
    summary: 'Adds a notification rule to a document, or changes one.',
    access: 'team',
    body: dataBody(notificationRuleBody),
    answer: notificationRuleAnswer,
    async run({ caller, body: { data }, request, moment }) {
      const place = await entered(caller, data.entity_key, moment)
      if (isProblem(place)) return place
      const rule = data.key ?? services.world.ids.next()
      const known = await services.keyIndex.find(rule, NOTIFICATION_RULE)
      // A rule stays with its document: the same key elsewhere is somebody else's.
      if (known && known.pack !== place.pack) return problem('not-found')
      const { event, action, countdown_seconds: countdown } = data
      const wish = { ...(event && { event }), ...(action && { action }), ...(countdown !== undefined && { countdown }) }
      const saved = await packs.change({
        on: place,
        request,
        keys: [{ key: rule, kind: NOTIFICATION_RULE, pack: place.pack }],
        plan: () => [{ do: 'SetNotificationRule', rule, ...wish }],
      })
      if (isProblem(saved)) return saved
      // What an earlier attempt under the same key made is the answer, though this one drew another key.
      const own = factIn(saved, 'NotificationRuleSet')?.data.rule ?? rule
      const made = saved.state.notifications.rules.find(({ key }) => key === own)
      return made ? ok({ notification_rule: recordOf(made, place.pack) }) : problem('not-found')
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/notification_rules/delete_notification_rule/:key',
    summary: 'Removes a notification rule.',
    access: 'team',
    params: keyParams,
    answer: done,
    async run({ caller, params, request, moment }) {
      const place = await entered(caller, (await services.keyIndex.find(params.key, NOTIFICATION_RULE))?.pack, moment)
      if (isProblem(place)) return place
      const removed = await packs.change({ on: place, request, plan: () => [{ do: 'RemoveNotificationRule', rule: params.key }] })
      return isProblem(removed) ? removed : ok()
    },
  })
}

function recordOf({ key, action, recipient, event, countdown }: NotificationRule, pack: string): NotificationRuleRecord {
  return { key, entity_key: pack, action, recipient, event, countdown_seconds: countdown }
}
