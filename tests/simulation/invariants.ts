import { createHash } from 'node:crypto'
import type { RecordedEvent, StoredEvent } from '#domain/kernel'
import { type Audience, codec, evolve, initial, type PackFact, type PackState, viewFor } from '#domain/pack'
import { openEvents } from '#platform/event-codec'
import { recordsOf } from '#projections/audit-trail'
import { rowOf } from '#projections/list'
import type { Ceremony } from './ceremony.ts'
import type { Acknowledged } from './client.ts'
import type { House } from './house.ts'
import { type Gateway, type Watcher, watch } from './live.ts'
import { EPOCH } from './machine.ts'

/** What is looked at from the first moment on: what each audience is told, and when each mail goes out. */
export interface Guard {
  readonly seen: readonly string[]
  readonly watchers: readonly Watcher[]
  close(): void
}

const TEAM: Audience = { of: 'team' }

/** A page of the team and one of each signer, open from the beginning, and an ear at everything they are told. */
export function watchOver(house: House, ceremonies: readonly Ceremony[], gateway: () => Gateway | null): Guard {
  const seen: string[] = []
  const watchers: Watcher[] = []
  house.onStored = (stream, events) => {
    const ceremony = ceremonies.find(({ pack }) => stream === `pack-${pack}`)
    if (ceremony && events[0]?.revision === 0) watchers.push(...pagesOf(ceremony))
    for (const { type, data } of ceremony ? events : []) {
      if (type === 'SignatoryCompleted') publish(ceremony!, String(data.signatory))
    }
  }
  return {
    seen,
    watchers,
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }

  function pagesOf(ceremony: Ceremony): readonly Watcher[] {
    const audiences: Audience[] = [TEAM, ...ceremony.signatories.map(({ uuid }) => ({ of: 'signatory', signatory: uuid }) as const)]
    return audiences.map((audience) =>
      watch(house, gateway, ceremony.pack, audience, (news) => {
        const told = JSON.stringify(news.message)
        for (const secret of secretsFrom(ceremony, audience)) {
          if (told.includes(JSON.stringify(secret))) seen.push(`${ceremony.plan.name}: ${nameOf(audience)} was told “${secret}”`)
        }
      }),
    )
  }

  /** What stands in each field of a signer, as far as it is known from outside: what got no answer may have been heard. */
  function publish({ typed, published }: Ceremony, signer: string): void {
    const fields = new Set(typed.filter(({ signatory }) => signatory === signer).map(({ field }) => field))
    for (const field of fields) {
      const texts = typed.filter((one) => one.field === field)
      const known = texts.findLastIndex(({ acknowledgedAt }) => acknowledgedAt !== null)
      for (const { text } of texts.slice(Math.max(0, known))) published.add(text)
    }
  }

  /** What others typed and have not finished with, and how others are reached. */
  function secretsFrom(ceremony: Ceremony, audience: Audience): string[] {
    const own = audience.of === 'signatory' ? audience.signatory : null
    const addresses = own === null ? [] : ceremony.signatories.filter(({ uuid }) => uuid !== own).map(({ email }) => email)
    const typed = ceremony.typed.filter(({ signatory, text }) => signatory !== own && !ceremony.published.has(text)).map(({ text }) => text)
    return [...addresses, ...typed]
  }
}

const nameOf = (audience: Audience) => (audience.of === 'signatory' ? `signer ${audience.signatory.slice(-4)}` : audience.of)

interface Folded {
  readonly state: PackState
  readonly revision: number
  readonly events: readonly RecordedEvent<PackFact>[]
  readonly steps: readonly { readonly event: RecordedEvent<PackFact>; readonly before: PackState; readonly after: PackState }[]
}

/** Everything that must be true when all has come to rest, judged from the log's own bytes and from what people hold in hand. */
export async function violationsOf(
  house: House,
  ceremonies: readonly Ceremony[],
  acknowledged: readonly Acknowledged[],
  guard: Guard,
): Promise<string[]> {
  const wrong: string[] = []
  for (const ceremony of ceremonies) {
    const say = (what: string) => void wrong.push(`${ceremony.plan.name} (${ceremony.plan.course}, ${ceremony.plan.order}): ${what}`)
    const stored = await house.log.read(`pack-${ceremony.pack}`, 0n, 100_000)
    if (ceremony.stuck) say(`somebody waited in vain for ${ceremony.stuck}`)
    if (ceremony.told.deleted) {
      checkGone(ceremony, stored, house, say)
      continue
    }
    checkChain(stored, say)
    let folded: Folded
    try {
      folded = await fold(stored, house)
    } catch (error) {
      say(`its events can't be read: ${(error as Error).message}`)
      continue
    }
    checkAcknowledged(
      acknowledged.filter(({ pack }) => pack === ceremony.pack),
      folded,
      say,
    )
    checkEnd(ceremony, folded, house, say)
    checkMails(ceremony, folded, house, say)
    checkOrder(folded, say)
    checkReminders(folded, house, say)
    checkReadModels(ceremony, folded, house, say)
    for (const watcher of guard.watchers) if (watcher.pack === ceremony.pack) checkView(watcher, folded, say)
  }
  return wrong
}

type Say = (what: string) => void

/** Recomputed here, from the format as docs/events.md has it, by code that shares nothing with the codec. */
function checkChain(stored: readonly StoredEvent[], say: Say): void {
  let prev = ''
  for (const [at, event] of stored.entries()) {
    const { id, stream, revision, type, version, data, meta } = event
    const hash = createHash('sha256')
      .update(canonical({ id, stream, revision, type, version, data, meta, prev: event.prev }))
      .digest()
    const same = [hash.toString('base64url'), hash.toString('hex')].includes(event.hash)
    if (revision !== at) say(`event ${at} bears revision ${revision}`)
    if (event.prev !== prev) say(`event ${at} is not chained to the one before it`)
    if (!same) say(`event ${at} does not have its hash`)
    prev = event.hash
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`
}

async function fold(stored: readonly StoredEvent[], house: House): Promise<Folded> {
  const events = await openEvents(stored, codec, house.keys)
  const steps: Folded['steps'][number][] = []
  let state = initial
  for (const event of events) {
    const before = state
    state = evolve(state, event.fact, { time: event.meta.time, revision: event.revision, principal: event.meta.actor.principal })
    steps.push({ event, before, after: state })
  }
  return { state, revision: events.length - 1, events, steps }
}

/** What was acknowledged is there, once, in one piece, and by whom it was asked. */
function checkAcknowledged(acknowledged: readonly Acknowledged[], { events, revision }: Folded, say: Say): void {
  for (const { key, principal, commands, changed, revision: told } of acknowledged) {
    const name = commands.map((command) => command.do).join(', ')
    if (told > revision) say(`${name} was acknowledged at revision ${told}, which is not there`)
    const places = events.flatMap(({ meta }, at) => (meta.key?.id === key ? [at] : []))
    if (changed && places.length === 0) say(`${name} was acknowledged and is lost`)
    if (places.length > 0 && places.at(-1)! - places[0]! !== places.length - 1) say(`${name} was carried out twice`)
    if (places.some((at) => events[at]!.meta.actor.principal !== principal)) say(`${name} stands there as somebody else's`)
    const ids = new Set(events.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1).map(({ meta }) => `${meta.correlation} ${meta.time}`))
    if (ids.size > 1) say(`${name} was carried out in two parts`)
  }
}

/** Where the people ended, the pack has ended: nothing is stuck, and nothing happened twice. */
function checkEnd(ceremony: Ceremony, { state, events }: Folded, house: House, say: Say): void {
  const { told } = ceremony
  const of = (type: PackFact['type']) => events.filter(({ fact }) => fact.type === type)
  if (of('PackCompleted').length > 1) say(`it was completed ${of('PackCompleted').length} times`)
  const signed = of('SignatoryCompleted')
  const reverts = of('RevertedToSetup').length
  const perSigner = new Map<string, number>()
  for (const { fact } of signed) {
    const { signatory } = fact.data as { signatory: string }
    perSigner.set(signatory, (perSigner.get(signatory) ?? 0) + 1)
  }
  for (const [signatory, times] of perSigner) if (times > reverts + 1) say(`signer ${signatory.slice(-4)} signed ${times} times`)
  if (told.trashed) {
    if (!state.trashed) say('it was put into the trash, and is not there')
    return
  }
  if (told.rejected && !of('PackRejected').length) say('a rejection was acknowledged and is lost')
  if (told.marked && state.status !== 'complete') say('it was marked as complete, and is not')
  const all = ceremony.signatories.every(({ uuid }) => state.signatories.find((one) => one.uuid === uuid)?.status === 'complete')
  if (all && state.status !== 'complete') say('all have signed and it is not complete')
  if (state.status === 'awaiting_signatures' && ceremony.over && !ceremony.stuck) say('it still waits for signatures')
  if (state.status !== 'complete') return
  for (const { sealing, key } of state.documents) {
    if (sealing.state !== 'sealed') say(`its document is ${sealing.state}, not sealed`)
    else {
      const sealed = of('DocumentSealed')
      if (sealed.length !== 1) say(`it was sealed ${sealed.length} times`)
      const file = house.files.keys.get(sealing.file)
      if (!file?.bytes) say('its sealed file is not there')
      else {
        if (createHash('sha256').update(file.bytes).digest('base64url') !== sealing.digest) say('its sealed file has other bytes')
        const text = new TextDecoder().decode(file.bytes)
        for (const value of valuesSigned(ceremony, events)) if (!text.includes(value)) say(`“${value}” was signed and is not in the file`)
        for (const draft of draftsLeft(ceremony, events)) if (text.includes(draft)) say(`the file shows the draft “${draft}”`)
      }
    }
    const finals = [...house.files.keys.values()].filter(
      (file) => file.pack === ceremony.pack && file.bytes && new TextDecoder().decode(file.bytes).startsWith('signed('),
    )
    if (finals.length > 1) say(`${finals.length} sealed files were left of document ${key.slice(-4)}`)
  }
}

/** The text that stood in each field when its signer finished, by what the signer had typed last and was told is saved. */
function lastTyped(ceremony: Ceremony, events: Folded['events']): Map<string, { text: string; signatory: string }> {
  const finished = new Map<string, number>()
  for (const { fact, revision } of events) if (fact.type === 'SignatoryCompleted') finished.set(fact.data.signatory, revision)
  const last = new Map<string, { text: string; signatory: string }>()
  for (const { field, signatory, text, acknowledgedAt } of ceremony.typed) {
    if (finished.has(signatory) && acknowledgedAt !== null) last.set(field, { text, signatory })
  }
  return last
}
const valuesSigned = (ceremony: Ceremony, events: Folded['events']) =>
  events.some(({ fact }) => fact.type === 'RevertedToSetup') ? [] : [...lastTyped(ceremony, events).values()].map(({ text }) => text)
function draftsLeft(ceremony: Ceremony, events: Folded['events']): string[] {
  const kept = new Set([...lastTyped(ceremony, events).values()].map(({ text }) => text))
  const refused = ceremony.typed.some(({ acknowledgedAt }) => acknowledgedAt === null)
  // Whoever got no answer may have been heard: then the last word is not known from outside.
  if (refused || events.some(({ fact }) => fact.type === 'RevertedToSetup')) return []
  return [...new Set(ceremony.typed.map(({ text }) => text))].filter((text) => !kept.has(text))
}

/** Each mail once; each with a link that was in the log before it went out; each request answered for. */
function checkMails(ceremony: Ceremony, { state, events }: Folded, house: House, say: Say): void {
  const mails = house.post.delivered.filter(({ mail }) => mail.owner === ceremony.pack)
  const perKey = new Map<string, number>()
  for (const { mail } of mails) perKey.set(mail.key, (perKey.get(mail.key) ?? 0) + 1)
  for (const [key, times] of perKey) if (times > 1) say(`the mail ${key.slice(0, 8)} went out ${times} times`)
  for (const { mail, at } of mails) {
    if (mail.kind !== 'request') continue
    const request = mail.key.slice('request:'.length)
    const issued = events.find(({ fact }) => fact.type === 'SigningLinkIssued' && fact.data.request === request)
    if (!issued) say(`a request went out whose link was never issued`)
    else if ((house.storedAt.get(issued.id) ?? Number.POSITIVE_INFINITY) > at) say('a request went out before its link was in the log')
  }
  for (const { fact } of events) {
    if (fact.type === 'SignatureRequestSent' && !mails.some(({ mail }) => mail.key === `request:${fact.data.request}`))
      say(`a request is noted as sent that never went out`)
    if (fact.type === 'FinalCopySent' && !mails.some(({ mail }) => mail.key === `copy:${fact.data.mail}`))
      say('a copy is noted as sent that never went out')
  }
  for (const { uuid, request, status } of state.signatories) {
    // Nobody is asked to sign what lies in the trash.
    if (state.trashed === null && state.status === 'awaiting_signatures' && status === 'awaiting_signatures' && request?.state === 'queued')
      say(`the request to signer ${uuid.slice(-4)} never went out`)
  }
  if (state.status !== 'complete') return
  for (const { email } of ceremony.signatories) {
    const copies = mails.filter(({ mail }) => mail.kind === 'copy' && mail.to.endsWith(email)).length
    const listed = Object.values(state.finalCopies).some((copy) => copy.state === 'failed' || copy.state === 'bounced')
    if (copies !== 1 && !listed) say(`${email} got ${copies} final copies`)
  }
}

/** In sequence, nobody is asked before those before them have finished. */
function checkOrder({ steps }: Folded, say: Say): void {
  for (const { event, before } of steps) {
    if (event.fact.type !== 'SignatureRequestQueued' || !before.settings.sequential) continue
    const { signatory } = event.fact.data
    const order = before.steps
    const at = order.findIndex((step) => step.includes(signatory))
    const earlier = order.slice(0, Math.max(0, at)).flat()
    const waiting = earlier.filter((uuid) => {
      const one = before.signatories.find((each) => each.uuid === uuid)
      return one && !one.removed && one.status !== 'complete' && one.status !== 'excluded'
    })
    if (waiting.length > 0) say(`signer ${signatory.slice(-4)} was asked before ${waiting.length} others had finished`)
  }
}

/** Longer than anything that keeps a machine from its timers here. */
const PATIENCE_MS = 6 * 3_600_000

/** Each signer who waits is reminded once a period: never sooner, and not forgotten. */
function checkReminders({ steps, state }: Folded, house: House, say: Say): void {
  /** By signer: since when a period runs, by the clock that wrote it and by the house's. */
  const since = new Map<string, { clock: number; stored: number } | null>()
  let seconds = 0
  let ruled = 0
  for (const { event, before, after } of steps) {
    const { fact, id, meta } = event
    const now = { clock: Date.parse(meta.time), stored: house.storedAt.get(id)! }
    if (fact.type === 'NotificationRuleSet' && fact.data.action === 'remind') {
      seconds = fact.data.countdown ?? 0
      ruled = now.clock
    }
    if (seconds === 0) continue
    for (const { uuid } of after.signatories) {
      const from = since.get(uuid) ?? null
      const due = fact.type === 'NotificationDue' && fact.data.about === uuid && fact.data.occasion === null
      const one = after.signatories.find((each) => each.uuid === uuid)!
      const was = before.signatories.find((each) => each.uuid === uuid)
      // A clock that was ahead when a period began is waited for: that period says nothing.
      const trusted = from !== null && from.clock <= from.stored + EPOCH + 60_000
      if (trusted && now.stored - from.stored > seconds * 1_000 + PATIENCE_MS)
        say(`signer ${uuid.slice(-4)} waited for ${Math.round((now.stored - from.stored) / 3_600_000)} hours and was not reminded`)
      if (due) {
        if (was?.status !== 'awaiting_signatures') say(`signer ${uuid.slice(-4)} was reminded of what they had done`)
        const began = Math.max(ruled, from?.clock ?? 0)
        if (now.clock - began < seconds * 1_000) say(`signer ${uuid.slice(-4)} was reminded too early`)
      }
      const moved = due || JSON.stringify(one.request) !== JSON.stringify(was?.request ?? null)
      const waits = after.status === 'awaiting_signatures' && after.trashed === null && one.status === 'awaiting_signatures' && one.request
      if (!waits) since.set(uuid, null)
      else if (moved || from === null) since.set(uuid, now)
    }
  }
  const given = state.notifications.given.map(({ notice }) => notice)
  if (new Set(given).size !== given.length) say('two notices are one')
}

/** Rows that nobody folded anew since must be what a fresh fold gives. */
function checkReadModels(ceremony: Ceremony, { state, revision, steps }: Folded, house: House, say: Say): void {
  const { list, trail } = house.readModels
  const fresh = rowOf(ceremony.pack, state, revision)
  if (JSON.stringify(list.get(ceremony.pack) ?? null) !== JSON.stringify(fresh))
    say(`its row in the list is of revision ${list.get(ceremony.pack)?.revision}, not ${revision}`)
  const rows = [...trail.values()].filter(({ pack }) => pack === ceremony.pack).sort((a, b) => a.revision - b.revision)
  const expected = steps.flatMap(recordsOf)
  if (JSON.stringify(rows) !== JSON.stringify(expected)) say(`its audit trail has ${rows.length} rows of ${expected.length}, or others`)
}

/** What a page shows that stayed open is what a page would show that is opened now. */
function checkView({ audience, confirmed }: Watcher, { state, revision }: Folded, say: Say): void {
  if (confirmed.revision !== revision) {
    say(`the page of ${nameOf(audience)} stands at revision ${confirmed.revision} of ${revision}`)
    return
  }
  const differs = difference(confirmed.view, viewFor(state, audience))
  if (differs) say(`the page of ${nameOf(audience)} shows something else than the log says, at ${differs}`)
}

const UNTOLD = new Set(['updated', 'moved'])

/** Where two values part, or null where they are the same. */
function difference(a: unknown, b: unknown, at = ''): string | null {
  if (a === b) return null
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at || '/'} (${JSON.stringify(a)}, not ${JSON.stringify(b)})`
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    // When somebody else's business last moved is not theirs to know, and shows nowhere.
    if (UNTOLD.has(key)) continue
    const found = difference((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${at}/${key}`)
    if (found) return found
  }
  return null
}

/** Deleted for good: nothing is left of it anywhere, but the one event that says so. */
function checkGone(ceremony: Ceremony, stored: readonly StoredEvent[], house: House, say: Say): void {
  const { pack } = ceremony
  if (stored.length > 0) say(`${stored.length} events are left of a deleted pack`)
  if ([...house.files.keys.values()].some((file) => file.pack === pack)) say('files are left of a deleted pack')
  if (house.post.keysOf(pack).length > 0) say('mails are left of a deleted pack')
  if (house.readModels.list.has(pack)) say('a deleted pack is in the list')
  if ([...house.readModels.trail.values()].some((row) => row.pack === pack)) say('rows of a deleted pack are in the audit trail')
}
