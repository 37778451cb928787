import { disclosed } from '#domain/kernel'
import type { CommandOf } from './commands.ts'
import { documentIn } from './documents.ts'
import { extrasOf } from './field-properties.ts'
import { hasGeneratedId, offeredIn } from './fields.ts'
import type { Field, PackState } from './state.ts'

/** A field is repeated with all that it is, but for what stands in it. */
export function placedLike(origin: Field, field: string, document: string, state: PackState): CommandOf<'PlaceField'> {
  const { type, page, x, y, width, height, assignee, required, group, exclusive, autoDate } = origin
  return {
    do: 'PlaceField',
    ...{ field, document, type, page, x, y, width, height, assignee, required, exclusive, autoDate },
    // An id that nobody chose stays that field's own.
    customId: hasGeneratedId(origin) ? '' : disclosed(origin.customId, ''),
    description: disclosed(origin.description, ''),
    options: offeredIn(origin),
    // Boxes of one group exclude each other through all documents: in each they are a group of their own.
    group: group === null ? null : `${group} ${(documentIn(state, document)?.position ?? 0) + 1}`,
    ...extrasOf(origin),
  }
}
