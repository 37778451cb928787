import { fieldTypes } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import type { Plan } from './plan.ts'

/** What the sender notes for whom it is meant for, and nobody else. */
export const noteOf = ({ name }: Plan, to: 'the first' | 'nobody') => `Said to ${to} of ${name}.`

/** What the sender fills in for everybody who signs, and keeps off the pages of the final file. */
export const keptOffPages = ({ name }: Plan) => `Kept off the pages of ${name}.`

/** Whether this is where the sender and the first signer write to each other: both may read it, and nobody else ever. */
export const isShared = ({ notes }: Pick<Ceremony, 'notes'>, field: string): boolean => field === notes?.shared

/** During preparation the sender writes messages to the first signer. */
export async function noteToTheFirst(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, notes } = ceremony
  if (!notes) return
  await clientOf(network, () => account(ceremony)).ask(pack, [
    { do: 'PlaceField', field: notes.shared, type: 'note', assignee: signatories[0]!.uuid, required: false, ...placeIn(ceremony, 740_000) },
    { do: 'FillField', field: notes.shared, by: 'self', value: noteOf(plan, 'the first') },
    {
      do: 'PlaceField',
      field: notes.hidden,
      type: 'text',
      assignee: 'self',
      required: false,
      hiddenInFinal: true,
      ...placeIn(ceremony, 740_000),
      x: 300_000,
    },
    { do: 'FillField', field: notes.hidden, by: 'self', value: keptOffPages(plan) },
  ])
}

/** While others sign, the sender writes something down for themselves. */
export async function noteForOneself(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, notes } = ceremony
  if (!notes) return
  const text = noteOf(plan, 'nobody')
  await clientOf(network, () => account(ceremony)).ask(pack, [
    { do: 'AddNote', field: notes.own, by: 'self', text, ...placeIn(ceremony, 760_000) },
  ])
}

const placeIn = ({ documents }: Ceremony, y: number) => ({ document: documents[0]!, page: 0, x: 40_000, y, ...fieldTypes.note.defaultSize })
