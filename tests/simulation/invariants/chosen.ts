import type { Field, PackState } from '#domain/pack'
import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Act, countsAt } from '../promises.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

const DAY = 86_400_000

/** Of a group never two boxes are ticked, and the one that was shown as saved is; a choice is one that was offered; a day is the one of signing. */
export function checkChosen(ceremony: Ceremony, acts: readonly Act[], { steps, state }: Folded, house: Environment, say: Say): void {
  const { choosing } = ceremony
  if (!choosing) return
  const { whose, boxes, choice, date, comb } = choosing
  for (const [at, { event, before, after }] of steps.entries()) {
    if (event.fact.type === 'SignatoryCompleted' && event.fact.data.signatory === whose && !isErased(after, whose)) {
      const day = before.fields[date]?.value
      if (typeof day !== 'string' || Math.abs(Date.parse(day) + DAY / 2 - Date.parse(event.meta.time)) > 1.5 * DAY)
        say(`the day of signing is ${JSON.stringify(day)}, and it was signed ${event.meta.time}`)
      if (before.fields[choice]?.value === null) say('a signer finished without a choice')
    }
    const next = steps[at + 1]
    // Nobody sees what lies between the events of one append.
    if (next && isOneAppend(event, next.event)) continue
    for (const group of groupsOf(boxes, after)) {
      if (group.some(({ exclusive }) => exclusive) && group.filter(isTicked).length > 1) say('two boxes are ticked of which one may be')
    }
    for (const unfit of [choice, comb].map((key) => after.fields[key]).filter((field) => field && !fits(field)))
      say(`“${unfit!.value}” stands in a ${unfit!.type} that has no place for it`)
  }
  if (state.status === 'setup') return

  const ticks = acts.filter(
    ({ command, principal }) =>
      command.do === 'FillField' && boxes.includes(command.field) && principal === `signatory:${whose}` && command.value === 'checked',
  )
  const boxOf = ({ command }: Act) => (command.do === 'FillField' ? command.field : '')
  for (const of of Map.groupBy(ticks, ({ savedAt }) => savedAt).values()) {
    const last = of.findLast(({ sure }) => sure)
    if (!last || last.savedAt === null) continue
    const savedAt = last.savedAt
    const then = steps.findLast(({ event }) => house.storedAt.get(event.id)! <= savedAt)
    const ticked = boxes.filter((box) => then?.after.fields[box]?.value === 'checked')
    if (ticked.length === 0) continue
    // On another page they may have gone on, and what may have been lost may have been kept as well.
    const isOwn = ticks.some((act) => boxOf(act) === ticked[0] && countsAt(savedAt, act) && act.at >= last.at && act.at <= savedAt)
    if (!isOwn) say(`a tick was shown as saved, and another box is ticked (${boxes.indexOf(ticked[0]!)})`)
  }
}

const isTicked = ({ value }: Field) => value === 'checked'
const isErased = ({ signatories }: PackState, whose: string) =>
  signatories.some(({ uuid, erased }) => uuid === whose && erased !== undefined)

/** Whether what stands in it was offered, and has a cell for each letter. */
function fits({ type, value, options, layout, removed }: Field): boolean {
  if (removed || typeof value !== 'string') return true
  if (type === 'choice') return !Array.isArray(options) || options.includes(value)
  return layout?.as !== 'comb' || [...value].length <= layout.cells
}

function groupsOf(boxes: readonly string[], { fields }: PackState): readonly (readonly Field[])[] {
  const there = boxes.flatMap((box) => fields[box] ?? []).filter((box) => !box.removed && box.group !== null && box.assignee !== null)
  return [...Map.groupBy(there, ({ group, assignee }) => `${group} ${assignee}`).values()]
}
