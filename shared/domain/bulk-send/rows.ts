import type { Filter } from '#domain/filters'
import { disclosed } from '#domain/kernel'
import { fileOfRow, type RecipientListsState, type RecipientListVersion, versionNow } from '#domain/recipient-lists'
import type { Pins } from './events.ts'
import { listDigest } from './pins.ts'
import type { BulkSend } from './state.ts'

type Lists = Pick<RecipientListsState, 'living'>

/** The list as a check or an activation reads it now; null: it is gone, or in the trash. */
export function listNow({ list }: Pick<BulkSend, 'list'>, { living }: Lists): RecipientListVersion | null {
  const found = living.get(list ?? '')
  return found && found.archived === null ? versionNow(found) : null
}
/** As it was pinned, by a check or an activation. That can still be read where the list is in the trash. */
export function listPinned(
  { list }: Pick<BulkSend, 'list'>,
  pins: Pick<Pins, 'list'> | null,
  { living }: Lists,
): RecipientListVersion | null {
  const found = living.get(list ?? '')
  return (pins && found?.versions.find((version) => listDigest(found.key, version) === pins.list)) ?? null
}

/** Which rows of the list its documents are made of. */
export function rowsWanted(of: Pick<BulkSend, 'filter' | 'leftOut'>, version: RecipientListVersion) {
  return {
    version,
    filter: disclosed<Filter, Filter>(of.filter, []),
    without: [...of.leftOut].filter(([row, file]) => fileOfRow(version, row) === file).map(([row]) => row),
  }
}
