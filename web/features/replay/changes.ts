import type { PackState } from '#domain/pack'
import type { Film } from './film.ts'

/** Fields that look different in the later view. What did not change is the same object, so this costs nothing to ask. */
export function changedBetween(before: PackState | null, after: PackState): ReadonlySet<string> {
  if (before === null || before.fields === after.fields) return NONE
  const keys = after.fieldOrder.filter((key) => {
    const [was, is] = [before.fields[key], after.fields[key]]
    if (was === is || is === undefined) return false
    return (
      was === undefined || was.value !== is.value || was.x !== is.x || was.y !== is.y || was.width !== is.width || was.height !== is.height
    )
  })
  return new Set(keys)
}
const NONE: ReadonlySet<string> = new Set()

/** The fields that an event is about. */
export function touchedBy(film: Film, revision: number): readonly string[] {
  const data = film.step(revision)?.told?.fact.data as { field?: string; fields?: readonly string[] } | undefined
  return data?.fields ?? (data?.field === undefined ? [] : [data.field])
}

/** The event that touched a field last, up to one event, else the first that does after it. */
export function lastTouch(film: Film, field: string, at: number, length: number): number | null {
  const touches = (revision: number) => touchedBy(film, revision).includes(field)
  for (let revision = at - 1; revision >= 0; revision--) if (touches(revision)) return revision
  for (let revision = at + 1; revision < length; revision++) if (touches(revision)) return revision
  return null
}
