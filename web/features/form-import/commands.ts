import type { FoundField } from '#contract/form-fields'
import {
  type Assignee,
  type Box,
  type FieldLayout,
  fieldTypes,
  layoutRefusal,
  lengthRefusal,
  liveFields,
  MOST_CELLS,
  MOST_TEXT,
  ontoPage,
  overlaps,
  type PackCommand,
  type PackState,
  type PageSize,
} from '#domain/pack'
import { toMilli } from '#pdf/geometry'
import { rowsOf } from './review.ts'

export interface TakenTo {
  readonly document: string
  readonly pages: readonly PageSize[]
  readonly assignee: Assignee
  newKey(): string
}

/** Those that find room, form field by form field: half a choice would be none. */
export function withRoom(fields: readonly FoundField[], { document, pages, view }: TakenTo & { readonly view: PackState }): FoundField[] {
  const taken: (Box & { readonly page: number })[] = liveFields(view).filter((field) => field.document === document)
  return rowsOf(fields).flatMap((row) => {
    const boxes = row.fields.flatMap((field) => {
      const page = pages[field.page]
      return page ? [{ page: field.page, ...ontoPage(page, boxOf(field)) }] : []
    })
    const lies = (box: (typeof boxes)[number], others: typeof taken) =>
      others.some((other) => other.page === box.page && overlaps(other, box))
    if (boxes.some((box, at) => lies(box, taken) || lies(box, boxes.slice(0, at)))) return []
    taken.push(...boxes)
    return row.fields
  })
}

/** Fields of ours in the place of those that a form had. Fields on no page are left out. */
export function commandsFor(fields: readonly FoundField[], { document, pages, assignee, newKey }: TakenTo): PackCommand[] {
  return fields.flatMap((field): PackCommand[] => {
    const page = pages[field.page]
    if (!page) return []
    const place = ontoPage(page, boxOf(field))
    const kind = fieldTypes[field.type]
    const layout = layoutOf(field)
    const key = newKey()
    const { data } = field
    const fits =
      data !== null &&
      kind.accepts(data, field.options) &&
      (layoutRefusal(kind.hasLayout ? layout : null, data) ?? lengthRefusal(lengthOf(field), data)) === null
    return [
      {
        do: 'PlaceField',
        field: key,
        document,
        page: field.page,
        type: field.type,
        ...place,
        assignee: kind.assignable ? assignee : null,
        customId: field.custom_id,
        description: field.description,
        options: field.options,
        ...(kind.hasLayout ? { layout, maxLength: layout?.as === 'comb' ? null : lengthOf(field) } : {}),
        ...(kind.canBeRequired ? { required: field.required } : {}),
        ...(kind.hasGroup && field.checkbox_group !== null ? { group: field.checkbox_group, exclusive: true } : {}),
      },
      // What stood there is what its signer begins with.
      ...(fits ? [{ do: 'FillField', field: key, by: 'self', value: data } as const] : []),
    ]
  })
}

const boxOf = ({ x, y, width, height }: FoundField): Box => ({
  x: toMilli(x),
  y: toMilli(y),
  width: toMilli(width),
  height: toMilli(height),
})

const lengthOf = ({ longest }: FoundField) => (longest === null ? null : Math.min(longest, MOST_TEXT))

/** As the form had it. What a form calls one line may wrap here, so that a long answer stays readable. */
function layoutOf({ multiline, comb }: FoundField): FieldLayout | null {
  if (comb !== null && comb <= MOST_CELLS) return { as: 'comb', cells: comb }
  return multiline ? { as: 'multi-line' } : null
}
