import { type Audience, packOfStream, streamOfPack } from '#domain/pack'
import type { PackRow } from '#projections/list'
import type { PackMessage } from '../../../command-api/live/watched-pack.ts'
import { type Ceremony, FILENAME, isShared, noteOf, reasonOf, savedAt, signsWith, supportingFor, supportingOf } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Gateway, type Watcher, watch } from '../live.ts'
import { LIST } from '../read-models.ts'
import { storedFactByFact } from './folded.ts'
import { after, BORN, type Life } from './life.ts'

/** Watched from the first moment on: what each audience receives, and when each mail goes out. */
export interface Guard {
  readonly seen: readonly string[]
  readonly watchers: readonly Watcher[]
  close(): void
}

const TEAM: Audience = { of: 'team' }
/** Members of events that no signer ever receives: who prepares where, and by which mails, links, visits and rules. */
const TEAMS_OWN = ['workspace', 'creator', 'request', 'link', 'visit', 'rule', 'notice', 'mail']
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Of a pack, as its events come into the log. */
interface Known {
  /** By revision. */
  readonly lives: Life[]
  /** Which are the team's own. */
  readonly ids: Set<string>
}

/** A page of the team and one of each signer, open from the beginning, and a recorder of everything they receive. */
export function watchOver(house: Environment, ceremonies: readonly Ceremony[], gateway: () => Gateway | null): Guard {
  const seen: string[] = []
  house.database.onWritten = (table, before, after) => {
    if (table !== LIST) return
    const [was, { pack, revision, status, trashed }] = [before, after] as [PackRow | undefined, PackRow]
    if (was && revision < was.revision) seen.push(`the list went back from revision ${was.revision} of a pack to ${revision}`)
    const life = known.get(pack)?.lives[revision]
    // Of what is in setup it may say more.
    const stage = status === 'conversion_error' ? 'setup' : status
    if (life && (stage !== life.stage || trashed !== life.trashed))
      seen.push(`the list showed as ${trashed ? 'in the trash' : status} what was ${life.trashed ? 'in the trash' : life.stage}`)
  }
  // A restore must never bring deleted data back.
  const unhear = house.keys.onDestroyed((stream) => {
    // Unfinished work stands nowhere.
    const isMade = house.stored.some((one) => one.stream === stream)
    const pack = isMade && stream ? packOfStream(stream) : null
    if (pack && !house.deletions.some((line) => ('pack' in line ? line : 'erased' in line ? line.erased : { pack: null }).pack === pack))
      seen.push('a key was destroyed before anything outside said so')
  })
  const watchers: Watcher[] = []
  const known = new Map<string, Known>()
  /** Each secret is looked for in every message. */
  const written = new Map<string, string>()
  const inJson = (text: string) => written.get(text) ?? written.set(text, JSON.stringify(text)).get(text)!
  const knownOf = ({ pack }: Ceremony) => known.get(pack) ?? known.set(pack, { lives: [], ids: new Set() }).get(pack)!
  house.onStored = (stream, events) => {
    const ceremony = ceremonies.find(({ pack }) => stream === streamOfPack(pack))
    if (!ceremony) return
    const isNew = !known.has(ceremony.pack)
    if (isNew) watchers.push(...pagesOf(ceremony))
    const { lives, ids } = knownOf(ceremony)
    // It was made before anybody knew its pack.
    const before = isNew
      ? house.stored.flatMap(({ event }) => (event.stream === stream && event.revision < events[0]!.revision ? [event] : []))
      : []
    for (const event of [...before, ...events]) {
      const { type, data } = event
      if (type === 'SignatoryCompleted') publish(ceremony, String(data.signatory))
      lives.push(storedFactByFact([event]).reduce(after, lives.at(-1) ?? BORN))
      // A rule of fields is for the signers.
      if (type !== 'FieldRuleSet') for (const name of TEAMS_OWN) if (typeof data[name] === 'string') ids.add(data[name])
    }
  }
  return {
    seen,
    watchers,
    close() {
      unhear()
      for (const watcher of watchers) watcher.close()
    },
  }

  function pagesOf(ceremony: Ceremony): readonly Watcher[] {
    const audiences: Audience[] = [TEAM, ...ceremony.signatories.map(({ uuid }) => ({ of: 'signatory', signatory: uuid }) as const)]
    return audiences.map((audience) => {
      const never = neverShown(ceremony, audience)
      return watch(house, gateway, ceremony.pack, audience, (news) => {
        for (const what of wrongIn(news, ceremony, audience, never))
          seen.push(`${ceremony.plan.name}: ${nameOf(audience)} was told ${what}`)
      })
    })
  }

  function wrongIn(news: PackMessage, ceremony: Ceremony, audience: Audience, never: readonly string[]): string[] {
    const shown = JSON.stringify(news.message)
    const own = audience.of === 'signatory' ? audience.signatory : null
    const wrong: string[] = []
    // Once shown they stand in what a page holds, whatever is chosen later.
    const mayBeKnown = knownOf(ceremony).lives.some(({ showsContacts }) => showsContacts) ? addressesIn(ceremony) : []
    for (const secret of never) if (!mayBeKnown.includes(secret) && shown.includes(inJson(secret))) wrong.push(`“${secret}”`)
    // Text that others typed and have not finished with.
    // A signer who fills in for the others reads what they type.
    const readsAll = own !== null && own === ceremony.fillsFor?.by
    for (const one of readsAll ? [] : ceremony.typed) {
      const { field, text } = one
      const isTheirs = own !== null && signsWith(ceremony, one, own)
      if (!isTheirs && !(own === null && isShared(ceremony, field)) && !ceremony.published.has(text) && shown.includes(inJson(text)))
        wrong.push(`“${text}”`)
    }
    if (own === null) return wrong
    const { lives, ids } = knownOf(ceremony)
    const life = news.kind === 'fresh' ? lives[news.message.revision] : undefined
    const isHidden = life !== undefined && (life.trashed || life.stage === 'setup')
    if (isHidden && ceremony.documents.some((key) => shown.includes(key))) wrong.push('what is in setup or in the trash')
    for (const [id] of shown.matchAll(IDS)) if (ids.has(id)) wrong.push(id)
    return wrong
  }

  /** The value in each field of a signer, as far as it is known from outside: a call without an answer may have arrived. */
  function publish(ceremony: Ceremony, signer: string): void {
    const { typed, published } = ceremony
    const fields = new Set(
      typed.filter((one) => signsWith(ceremony, one, signer) && !isShared(ceremony, one.field)).map(({ field }) => field),
    )
    for (const field of fields) {
      const texts = typed.filter((one) => one.field === field)
      const known = texts.findLastIndex((one) => savedAt(one) !== null)
      for (const { text } of texts.slice(Math.max(0, known))) published.add(text)
    }
  }

  /** How the others are reached, why they reject, and what is the sender's own. */
  function neverShown(ceremony: Ceremony, audience: Audience): readonly string[] {
    if (audience.of !== 'signatory') return []
    const { plan, signatories, mistaken, notes } = ceremony
    const theirs = new Set(supportingFor(ceremony, 'signatories').map(({ key }) => key))
    const forOthers = supportingOf(ceremony).flatMap(({ key, filename }) => (theirs.has(key) ? [] : [key, filename]))
    const others = signatories.flatMap(({ uuid, email }, at) => (uuid === audience.signatory ? [] : [email, reasonOf(plan, at)]))
    const toOneself = notes ? [notes.own, noteOf(plan, 'nobody')] : []
    const toTheFirst = notes && signatories[0]?.uuid !== audience.signatory ? [notes.shared, noteOf(plan, 'the first')] : []
    return [...others, ...toOneself, ...toTheFirst, ...forOthers, FILENAME, ...(mistaken ? [mistaken] : [])]
  }
}

const addressesIn = ({ signatories, mistaken }: Ceremony): readonly string[] => [
  ...signatories.map(({ email }) => email),
  ...(mistaken ? [mistaken] : []),
]

export const nameOf = (audience: Audience) => (audience.of === 'signatory' ? `signer ${audience.signatory.slice(-4)}` : audience.of)
