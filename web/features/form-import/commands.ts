import type { FoundField } from '#contract/form-fields'
import { type Assignee, type FieldLayout, fieldTypes, MOST_CELLS, ontoPage, type PackCommand, type PageSize } from '#domain/pack'
import { toMilli } from '#pdf/geometry'

export interface TakenTo {
  readonly document: string
  readonly pages: readonly PageSize[]
  readonly assignee: Assignee
  newKey(): string
}

/** Fields of ours in the place of those that a form had. What lies on no page is left out. */
export function commandsFor(fields: readonly FoundField[], { document, pages, assignee, newKey }: TakenTo): PackCommand[] {
  return fields.flatMap((field): PackCommand[] => {
    const page = pages[field.page]
    if (!page) return []
    const { x, y, width, height } = field
    const place = ontoPage(page, { x: toMilli(x), y: toMilli(y), width: toMilli(width), height: toMilli(height) })
    const kind = fieldTypes[field.type]
    return [
      {
        do: 'PlaceField',
        field: newKey(),
        document,
        page: field.page,
        type: field.type,
        ...place,
        assignee: kind.assignable ? assignee : null,
        customId: field.custom_id,
        description: field.description,
        options: field.options,
        ...(kind.hasLayout ? { layout: layoutOf(field) } : {}),
        ...(kind.canBeRequired ? { required: field.required } : {}),
        ...(kind.hasGroup && field.checkbox_group !== null ? { group: field.checkbox_group, exclusive: true } : {}),
      },
    ]
  })
}

/** As the form had it. What a form calls one line may wrap here, so that a long answer stays readable. */
function layoutOf({ multiline, comb }: FoundField): FieldLayout | null {
  if (comb !== null && comb <= MOST_CELLS) return { as: 'comb', cells: comb }
  return multiline ? { as: 'multi-line' } : null
}
