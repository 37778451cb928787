import type { StoredEvent } from '#domain/kernel'
import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { LONGEST_AWAY } from '../faults.ts'
import { EPOCH } from '../host.ts'
import type { Say } from './folded.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
/** By so much the clock that announced may have been behind. */
const BEHIND = HOUR + 60_000
/** What a mail may take that could not go out at first, and is tried once an hour. */
const MAIL = LONGEST_AWAY + 2 * HOUR

export const isDeletion = ({ type, data }: StoredEvent, pack: string) => type === 'PackPermanentlyDeleted' && data.pack === pack

/** Only announced documents go automatically, after the promised week; none that is held or restored; and the rest goes. */
export function checkKept(
  { pack, plan, answers }: Ceremony,
  stored: readonly StoredEvent[],
  workspace: readonly StoredEvent[],
  house: Environment,
  say: Say,
): void {
  const at = ({ id }: StoredEvent) => house.storedAt.get(id)!
  let announced: StoredEvent | null = null
  let [held, deleted] = [false, 0]
  for (const event of workspace) {
    if (event.type === 'RetentionChanged') announced = null
    if (event.data.pack !== pack) continue
    const byItself = (event.meta.actor as { principal: string }).principal === 'process:retention'
    switch (event.type) {
      case 'LegalHoldPlaced':
        held = true
        if (deleted > 0) say('it was put under a hold when it was gone')
        break
      case 'LegalHoldLifted':
        held = false
        announced = null
        break
      case 'DeletionAnnounced':
        if (byItself && announced) say('its deletion was announced twice')
        if (held) say('it was announced for deletion under a hold')
        announced = event
        break
      case 'PackPermanentlyDeleted':
        deleted += 1
        if (held) say('it was deleted under a hold')
        if (byItself) wasAnnounced(event)
        break
      default:
    }
  }
  if (deleted > 1) say(`it was deleted ${deleted} times`)
  if (answers.takenOut && deleted > 0) say('it was taken out of the trash, and deleted')
  // Of what stands in the future by such a clock the day is yet to come.
  const begins = announced
    ? [announced]
    : [...stored, ...workspace].filter(({ type }) => type === 'PackTrashed' || type === 'RetentionChanged')
  if (answers.trashed && plan.keeps === 'goes' && deleted === 0 && !begins.some(isAhead)) say('it lies in the trash for ever')

  function wasAnnounced(deletion: StoredEvent): void {
    if (!announced) {
      say('it was deleted without a word')
      return
    }
    // A clock that leaps ahead deletes announced documents early: docs/privacy.md says so.
    if (!isAhead(deletion) && at(deletion) - at(announced) < WEEK - BEHIND) say('it was deleted less than a week after it was announced')
    const mails = house.post.delivered.filter(
      ({ mail, at: sent }) => mail.kind === 'retention' && mail.owner === pack && sent >= at(announced!),
    )
    if (mails.length === 0) say('it was deleted, and nobody was written to before')
    if (mails.length > 1) say(`its deletion was announced by ${mails.length} mails`)
    if (!isAhead(deletion) && mails.some(({ at: sent }) => at(deletion) - sent < WEEK - BEHIND - MAIL))
      say('its maker was written to too late')
  }
  /** Written by a clock that was ahead. */
  function isAhead(event: StoredEvent): boolean {
    return Date.parse(String(event.meta.time)) > at(event) + EPOCH + 60_000
  }
}
