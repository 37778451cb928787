import { expect, test } from 'vitest'
import { actionsFor, evolve, initial, isTimed, type NotificationRule, notificationsDue, type PackState } from '#domain/pack'
import { noticeOf, notifications } from '#processes/notifications'
import { allWorlds } from '../support/pack-scenarios.ts'

/** All rules there can be, set before anything happened. */
const RULES: readonly NotificationRule[] = (['not-signed', 'in-setup', 'email-failed', 'sms-failed'] as const).flatMap((event) =>
  actionsFor(event).map((action) => ({
    key: `${event} ${action}`,
    event,
    action,
    recipient: action === 'remind' ? 'signer' : 'owner',
    countdown: isTimed(event) ? 300 : null,
    since: '2020-01-01T00:00:00.000Z',
    past: [],
  })),
)
function moments(state: PackState): readonly string[] {
  const due = notificationsDue({ ...state, notifications: { ...state.notifications, rules: RULES } })
  return due.map(({ rule, about, occasion, at }) => noticeOf({ pack: '', rule: rule.key, about, occasion, at }))
}

test('whatever brings a rule a new moment is among what its timers are set by', () => {
  const bringing = new Set<string>()
  for (const { events } of allWorlds()) {
    let state: PackState = initial
    for (const { fact, meta, revision } of events) {
      const before = moments(state)
      state = evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
      if (moments(state).some((moment) => !before.includes(moment))) bringing.add(fact.type)
    }
  }
  // What stands at its beginning is brought by the rule itself.
  bringing.delete('PackCreated')
  expect(bringing.size).toBeGreaterThanOrEqual(9)
  expect([...bringing].filter((type) => !(notifications.follows as readonly string[]).includes(type))).toEqual([])
})
