import { derivedUuid } from '#domain/kernel'

/** Fields that say themselves what may stand in them, and whose they are. */
export interface Choosing {
  readonly whose: string
  /** One of them is to be ticked. */
  readonly boxes: readonly string[]
  readonly choice: string
  /** The day of signing. */
  readonly date: string
  /** Their name, letter by letter. */
  readonly comb: string
}

export const choosingOf = (pack: string, whose: string): Choosing => ({
  whose,
  boxes: ['a', 'b', 'c'].map((of) => derivedUuid(`${pack} box ${of}`)),
  choice: derivedUuid(`${pack} choice`),
  date: derivedUuid(`${pack} day`),
  comb: derivedUuid(`${pack} comb`),
})

export const fieldsToChoose = ({ choosing }: { readonly choosing: Choosing | null }): readonly string[] =>
  choosing ? [...choosing.boxes, choosing.choice, choosing.date, choosing.comb] : []
