import { EXAMPLE_TEMPLATE } from '#contract/document-list'
import type { PackCommand } from '#domain/pack'
import { toMilli } from '#pdf/geometry'

export interface ExampleFile {
  readonly workspace: string
  readonly creator: string
  readonly document: string
  readonly file: string
  readonly digest: string
  readonly size: number
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly repaired: boolean
}

/** Where the sample's second page has its lines, in points: a column a party, each with a line to sign, for a name and for a date. */
const PAGE = 1
const COLUMNS = [
  { role: 'provider', x: 72 },
  { role: 'client', x: 315.6 },
] as const
const WIDTH = 207.6
const ABOVE_THE_LINE = 2
const LINES = [
  { type: 'signature', y: 408, height: 40, description: '', autoDate: false },
  { type: 'text', y: 458, height: 20, description: 'Your full name', autoDate: false },
  { type: 'date', y: 500, height: 20, description: '', autoDate: true },
] as const

/** The sample agreement as a template: two roles, and what each of them fills in. */
export function commandsOfExample(sample: ExampleFile, newId: () => string): PackCommand[] {
  const { workspace, creator, document, file, digest, size, pages, repaired } = sample
  return [
    { do: 'CreatePack', workspace, creator, kind: 'template', name: EXAMPLE_TEMPLATE, from: null },
    { do: 'AddDocument', document, name: EXAMPLE_TEMPLATE },
    { do: 'ReceiveFile', document, file, digest, size, filename: 'sample.pdf' },
    { do: 'RecordConversion', document, source: file, file, digest, size, pages, repaired },
    ...COLUMNS.flatMap(({ role, x }): PackCommand[] => {
      const signatory = newId()
      return [
        { do: 'AddSignatory', signatory, role },
        ...LINES.map(({ type, y, height, description, autoDate }): PackCommand => {
          const place = {
            page: PAGE,
            x: toMilli(x),
            y: toMilli(y - ABOVE_THE_LINE - height),
            width: toMilli(WIDTH),
            height: toMilli(height),
          }
          const required = !autoDate
          return { do: 'PlaceField', field: newId(), document, type, ...place, assignee: signatory, required, description, autoDate }
        }),
      ]
    }),
  ]
}
