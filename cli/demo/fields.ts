import { z } from 'zod'
import { fieldPropertySchemas } from '#contract/properties'
import { APPROVED, fieldTypeNamed, fieldTypes } from '#domain/pack'

/** A field of `--fields`: points from the visible page's top left. */
export const demoField = z.object({
  type: z.string(),
  page: z.int().min(0),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  data: z.union([z.string(), z.looseObject({ method: z.string() })]).optional(),
  text_layout: fieldPropertySchemas.text_layout,
  comb_cells: fieldPropertySchemas.comb_cells,
  text_size: fieldPropertySchemas.text_size,
  text_alignment: fieldPropertySchemas.text_alignment,
  /** 1 or 2 for the signers; 'self' for the sender. */
  signatory: z.union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2'), z.literal('self')]).default(1),
})
export type DemoField = z.output<typeof demoField> & { readonly options?: readonly string[] }

/**
 * Reads `--fields`. Pages count from 1; a list that names a page 0 counts from 0 throughout.
 * Afterwards pages count from 0.
 * @throws z.ZodError
 */
export function readFields(json: unknown): DemoField[] {
  const fields = z.array(demoField).parse(json)
  const first = fields.some((field) => field.page === 0) ? 0 : 1
  return fields.map((field) => ({ ...field, page: field.page - first, ...optionsOf(field) }))
}
const optionsOf = (field: z.output<typeof demoField>) =>
  typeof field.data === 'string' && hasOptions(field.type) ? { options: [field.data] } : {}

/** Asked of the type itself; a type that is none is the server's to refuse. */
const known = (type: string) => {
  const name = fieldTypeNamed(type)
  return name === undefined ? null : fieldTypes[name]
}
export const hasOptions = (type: string) => known(type)?.hasOptions ?? false
export const setsUpSigner = (type: string) => known(type)?.setsUpSigner ?? false
/** Who fills it in; null: nobody. Some types are the sender's, or nobody's, no matter who is named. */
export function fillerOf({ type, signatory }: DemoField): DemoField['signatory'] | null {
  const kind = known(type)
  // Nobody signs after the second, whom they could set up.
  if (kind?.setsUpSigner) return 1
  return kind === null || kind.assignable ? signatory : kind.belongsTo
}

/** A row for each signer at the foot of the last page, whatever its size. */
export function usualFields(pages: readonly { readonly width: number; readonly height: number }[], today: string): DemoField[] {
  const page = pages.length - 1
  const { width, height } = pages[page]!
  const unit = Math.min(width / 612, height / 792)
  return ([1, 2] as const).flatMap((signatory, row) => {
    const y = height - (140 - row * 60) * unit
    const at = (type: string, x: number, w: number, data: DemoField['data']): DemoField => ({
      type,
      page,
      x: x * unit,
      y,
      width: w * unit,
      height: 36 * unit,
      data,
      signatory,
    })
    return [
      at('signature', 72, 180, signatory === 1 ? DRAWN : { method: 'typed', text: 'Second Signer' }),
      at('text', 268, 150, signatory === 1 ? 'First Signer' : 'Second Signer'),
      at('date', 434, 106, today),
    ]
  })
}

/** A short drawn signature, in the units in which one is stored: thousandths of its own width. */
const DRAWN = {
  method: 'drawn',
  height: 360,
  strokes: [
    [
      0, 330, 60, 190, 120, 40, 170, 10, 180, 90, 150, 240, 140, 330, 190, 250, 250, 200, 290, 240, 280, 310, 330, 300, 380, 220, 420, 230,
      430, 300,
    ],
    [470, 300, 520, 200, 570, 210, 560, 290, 620, 240, 680, 180, 700, 250, 690, 310, 760, 250, 840, 190, 920, 210, 1000, 150],
    [60, 350, 400, 345, 800, 330, 960, 320],
  ],
}

/** A picture to upload: hills. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgAgMAAAApuhOPAAAADFBMVEXb5P8dTth8mexEbeCsTT1LAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAcElEQVQY02NgGKqAqQGJw5mAxGGNQOKIhiFxQkMRmphDQxGaeENDgZo0IBzV0FCgpukQztRQoCam0ANgK4Hs0ATO0ACwlSBOhGoo2HxWECdsKsR80VAoAJl/FcaJAVsJBeFgK2HAAWQlDESArYSCMABfHihYcEP82AAAAABJRU5ErkJggg==',
  'base64',
)

/** What a signer enters where `data` says nothing: bytes are a file to upload; null where they enter nothing. */
export function sampleValue({ type, comb_cells }: DemoField, today: string): DemoField['data'] | Uint8Array | null {
  const samples: Record<string, ReturnType<typeof sampleValue>> = {
    signature: DRAWN,
    initial: { method: 'typed', text: 'FS' },
    date: today,
    check: 'checked',
    choice: 'Yes',
    approve: APPROVED,
    decline: null,
    blank: null,
    signer_setup: null,
    image: PICTURE,
    file: PICTURE,
  }
  const sample = samples[type]
  return sample !== undefined ? sample : 'Filled in by the demo'.slice(0, comb_cells ?? undefined)
}
