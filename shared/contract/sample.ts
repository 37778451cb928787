import type { PackCommand } from '#domain/pack'

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

const milli = (points: number) => Math.round(points * 1_000)

/** The two parties of the sample agreement, and what each of them fills in. */
export function fieldsOfSample(document: string, newId: () => string): PackCommand[] {
  return COLUMNS.flatMap(({ role, x }): PackCommand[] => {
    const signatory = newId()
    return [
      { do: 'AddSignatory', signatory, role },
      ...LINES.map(({ type, y, height, description, autoDate }): PackCommand => {
        const place = {
          page: PAGE,
          x: milli(x),
          y: milli(y - ABOVE_THE_LINE - height),
          width: milli(WIDTH),
          height: milli(height),
        }
        const required = !autoDate
        return { do: 'PlaceField', field: newId(), document, type, ...place, assignee: signatory, required, description, autoDate }
      }),
    ]
  })
}
