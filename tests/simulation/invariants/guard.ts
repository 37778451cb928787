import type { Audience } from '#domain/pack'
import type { PackRow } from '#projections/list'
import { type Ceremony, savedAt } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import { type Gateway, type Watcher, watch } from '../live.ts'
import { LIST } from '../read-models.ts'

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
  house.database.onReplaced = (table, before, after) => {
    if (table !== LIST) return
    const [was, is] = [before, after] as [PackRow, PackRow]
    if (is.revision < was.revision) seen.push(`the list went back from revision ${was.revision} of a pack to ${is.revision}`)
  }
  // A restore must never bring back what was gone.
  const unhear = house.keys.onDestroyed((stream) => {
    const pack = stream?.startsWith('pack-') ? stream.slice('pack-'.length) : null
    if (pack && !house.deletions.some((line) => ('pack' in line ? line : 'erased' in line ? line.erased : { pack: null }).pack === pack))
      seen.push('a key was destroyed before anything outside said so')
  })
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
      unhear()
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
      const known = texts.findLastIndex((one) => savedAt(one) !== null)
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

export const nameOf = (audience: Audience) => (audience.of === 'signatory' ? `signer ${audience.signatory.slice(-4)}` : audience.of)
