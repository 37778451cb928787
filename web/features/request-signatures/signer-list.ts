import { disclosed } from '#domain/kernel'
import { groupOf, groupsOf, listedSteps, type PackCommand, type PackState } from '#domain/pack'

/** Above and below all rows: a signer who is dropped there is in no group. */
export const TOP = 'top'
export const BOTTOM = 'bottom'

/** A row of the signer list: a group, or a signer, under the group that they are in. */
export interface SignerListRow {
  readonly uuid: string
  readonly position: number
  readonly isSignerGroup: boolean
  readonly signerGroup: string | null
  readonly role: string
  readonly isBeingDragged: boolean
}

export function signerListRows(view: PackState, dragged: string | null = null): readonly SignerListRow[] {
  const rows = listedSteps(view).flatMap(({ group, signatories }) => [
    ...(group ? [{ uuid: group.uuid, isSignerGroup: true, signerGroup: null, role: '' }] : []),
    ...signatories.map(({ uuid, role }) => ({
      uuid,
      isSignerGroup: false,
      signerGroup: group?.uuid ?? null,
      role: disclosed(role, ''),
    })),
  ])
  return rows.map((row, position) => ({ ...row, position, isBeingDragged: row.uuid === dragged }))
}

/** The order after a row was dropped over another one, or over the top or the bottom. A group takes its signers along. */
export function dropped(view: PackState, uuid: string, over: string): PackCommand {
  const steps = stepsOf(view)
  const from = steps.findIndex((step) => step.includes(uuid))
  const placeOf = (row: string) => (row === TOP ? 0 : row === BOTTOM ? steps.length - 1 : steps.findIndex((step) => step.includes(row)))
  if (isGroup(view, uuid)) return ordered(steps.toSpliced(from, 1).toSpliced(placeOf(over), 0, steps[from]!))
  const without = steps.map((step) => step.filter((other) => other !== uuid))
  if (over === TOP) return ordered([[uuid], ...without])
  if (over === BOTTOM) return ordered([...without, [uuid]])
  const to = placeOf(over)
  const rest = without[to]!
  if (!rest.some((other) => isGroup(view, other))) return ordered(without.toSpliced(to + (from < to ? 1 : 0), 0, [uuid]))
  const isAfter = from === to && steps[to]!.indexOf(uuid) < steps[to]!.indexOf(over)
  return ordered(without.with(to, rest.toSpliced(isGroup(view, over) ? 1 : rest.indexOf(over) + (isAfter ? 1 : 0), 0, uuid)))
}

/** The order with a row one place earlier or later; null where there is no such place. A signer leaves a group at its edge. */
export function moved(view: PackState, uuid: string, by: -1 | 1): PackCommand | null {
  const steps = stepsOf(view)
  const at = steps.findIndex((step) => step.includes(uuid))
  const step = steps[at]!
  if (!isGroup(view, uuid) && groupOf(view, uuid)) {
    const rest = step.filter((other) => other !== uuid)
    const to = step.indexOf(uuid) + by
    // The group itself comes first.
    if (to >= 1 && to < step.length) return ordered(steps.with(at, rest.toSpliced(to, 0, uuid)))
    return ordered(steps.toSpliced(at, 1, ...(by < 0 ? [[uuid], rest] : [rest, [uuid]])))
  }
  const to = at + by
  return to < 0 || to >= steps.length ? null : ordered(steps.toSpliced(at, 1).toSpliced(to, 0, step))
}

/** Into a group, after those who are in it; null: out of it. */
export function intoGroup(view: PackState, uuid: string, group: string | null): PackCommand {
  const steps = stepsOf(view).flatMap((step) => {
    const rest = step.filter((other) => other !== uuid)
    if (group !== null) return [step.includes(group) ? [...rest, uuid] : rest]
    return step.includes(uuid) ? [rest, [uuid]] : [step]
  })
  return ordered(steps)
}

const isGroup = (view: PackState, uuid: string) => groupsOf(view).some((group) => group.uuid === uuid)
const stepsOf = (view: PackState): readonly (readonly string[])[] =>
  listedSteps(view).map(({ group, signatories }) => [...(group ? [group.uuid] : []), ...signatories.map(({ uuid }) => uuid)])
const ordered = (steps: readonly (readonly string[])[]): PackCommand => ({
  do: 'SetSigningOrder',
  steps: steps.filter((step) => step.length > 0),
})
