import { viewDigest, viewFor } from '#domain/pack'
import type { Ceremony } from '../ceremony/index.ts'
import type { Shown } from '../live.ts'
import type { Folded, Say } from './folded.ts'
import { nameOf } from './guard.ts'

/** What a page shows that stayed open is what a page would show that is opened now. */
export function checkView({ copyRecipients }: Ceremony, { audience, confirmed }: Shown, { state, revision }: Folded, say: Say): void {
  if (confirmed.revision !== revision) {
    say(`the page of ${nameOf(audience)} stands at revision ${confirmed.revision} of ${revision}`)
    return
  }
  const differs = difference(confirmed.view, viewFor(state, audience))
  if (differs) say(`the page of ${nameOf(audience)} shows something else than the log says, at ${differs}`)
  const shown = audience.of === 'signatory' ? JSON.stringify(confirmed.view) : ''
  if (copyRecipients.some(({ uuid, email }) => shown.includes(uuid) || shown.includes(email)))
    say(`the page of ${nameOf(audience)} tells who else gets a copy`)
  const given = confirmed.viewDigest
  if (audience.of === 'signatory' && given !== null && given !== viewDigest(state, audience.signatory))
    say(`the page of ${nameOf(audience)} was told another digest than that of what it shows`)
}

const UNTOLD = new Set(['updated', 'moved'])

/** Where two values part, or null where they are the same. */
function difference(a: unknown, b: unknown, at = ''): string | null {
  if (a === b) return null
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at || '/'} (${JSON.stringify(a)}, not ${JSON.stringify(b)})`
  const keys = Object.keys(a)
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key)) keys.push(key)
  for (const key of keys) {
    // When somebody else's business last moved is not theirs to know, and shows nowhere.
    if (UNTOLD.has(key)) continue
    const found = difference((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${at}/${key}`)
    if (found) return found
  }
  return null
}
