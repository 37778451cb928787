import type { Environment } from '../environment.ts'
import { EPOCH } from '../host.ts'
import type { Folded, Say } from './folded.ts'

/** Longer than anything that keeps a machine from its timers here, and than what makes them late for long. */
const PATIENCE_MS = 15 * 60_000
const PATIENCE_HAMPERED_MS = 6 * 3_600_000

/** Whether the clock that wrote it was not ahead. */
const isRight = ({ clock, stored }: { clock: number; stored: number }) => clock <= stored + EPOCH + 60_000

/** Each signer who waits is reminded once a period: never sooner, and not forgotten. */
export function checkReminders({ steps, state }: Folded, house: Environment, say: Say): void {
  /** By signer: since when a period runs, by the clock that wrote it and by the house's. */
  const since = new Map<string, { clock: number; stored: number } | null>()
  /** By signer: the last reminder, from which a period is counted too. */
  const given = new Map<string, { clock: number; stored: number }>()
  const patienceOf = (from: number, to: number) =>
    house.hampered.some((hampered) => hampered.from < to && hampered.to > from) ? PATIENCE_HAMPERED_MS : PATIENCE_MS
  /** Null: nobody is to be reminded. */
  let rule: { readonly key: unknown; readonly seconds: number } | null = null
  let ruled = { clock: 0, stored: 0 }
  for (const { event, before, after } of steps) {
    const { fact, id, meta } = event
    const now = { clock: Date.parse(meta.time), stored: house.storedAt.get(id)! }
    if (fact.type === 'NotificationRuleSet' && fact.data.action === 'remind') {
      rule = { key: fact.data.rule, seconds: fact.data.countdown ?? 0 }
      ruled = now
    }
    const left = fact.type === 'NotificationRuleRemoved' && fact.data.rule === rule?.key
    for (const { uuid } of after.signatories) {
      const from = since.get(uuid) ?? null
      const due = fact.type === 'NotificationDue' && fact.data.about === uuid && fact.data.occasion === null
      const one = after.signatories.find((each) => each.uuid === uuid)!
      const was = before.signatories.find((each) => each.uuid === uuid)
      // A clock that was ahead when a period began is waited for: that period says nothing.
      const trusted = from !== null && before.trashed === null && [from, ruled, given.get(uuid) ?? from].every(isRight)
      const start = Math.max(from?.stored ?? 0, ruled.stored)
      if (trusted && rule && now.stored - start > rule.seconds * 1_000 + patienceOf(start, now.stored))
        say(`signer ${uuid.slice(-4)} waited for ${Math.round((now.stored - start) / 60_000)} minutes and was not reminded`)
      if (due) {
        if (fact.data.rule !== rule?.key) say(`signer ${uuid.slice(-4)} was reminded by a rule that is not there`)
        if (was?.status !== 'awaiting_signatures') say(`signer ${uuid.slice(-4)} was reminded of what they had done`)
        if (one.optional) say(`signer ${uuid.slice(-4)} was reminded, and need not sign`)
        const began = Math.max(ruled.clock, from?.clock ?? 0)
        if (now.clock - began < (rule?.seconds ?? 0) * 1_000) say(`signer ${uuid.slice(-4)} was reminded too early`)
        given.set(uuid, now)
      }
      const moved = due || JSON.stringify(one.request) !== JSON.stringify(was?.request ?? null)
      const waits = after.status === 'awaiting_signatures' && one.status === 'awaiting_signatures' && one.request && !one.optional
      if (!waits) since.set(uuid, null)
      else if (moved || from === null) since.set(uuid, now)
      // What fell due in the trash is due at once, and late only from then on.
      else if (fact.type === 'PackRestored') since.set(uuid, { clock: from.clock, stored: now.stored })
    }
    if (left) rule = null
  }
  const notices = state.notifications.given.map(({ notice }) => notice)
  if (new Set(notices).size !== notices.length) say('two notices are one')
}
