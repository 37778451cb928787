import { disclosed } from '#domain/kernel'
import {
  type Assignee,
  type Box,
  CLONE_SHIFT,
  type Field,
  type FieldLayout,
  isOffPage,
  liveFields,
  liveSignatories,
  ontoPage,
  overlaps,
  type PackCommand,
  type PackState,
} from '#domain/pack'

/** What the clipboard holds of a field: enough to place it again here or in another pack. */
export interface Copied {
  readonly type: Field['type']
  readonly page: number
  readonly box: Box
  readonly assignee: Assignee
  /** Of the signatory, by which another pack's is found. */
  readonly role: string
  readonly required: boolean
  readonly description: string
  readonly options: readonly string[]
  readonly group: string | null
  readonly exclusive: boolean
  readonly autoDate: boolean
  readonly layout: FieldLayout | null
  readonly hiddenInFinal: boolean
}

export function copied(view: PackState, keys: readonly string[]): readonly Copied[] {
  return keys.flatMap((key) => {
    const field = view.fields[key]
    if (!field || field.removed) return []
    const { type, page, x, y, width, height, assignee, required, group, exclusive, autoDate, layout = null, hiddenInFinal = false } = field
    const role = disclosed(view.signatories.find(({ uuid }) => uuid === assignee)?.role ?? '', '')
    const [description, options] = [disclosed(field.description, ''), disclosed(field.options, [])]
    const looks = { required, description, options, group, exclusive, autoDate, layout, hiddenInFinal }
    return [{ type, page, box: { x, y, width, height }, assignee, role, ...looks }]
  })
}

export interface Pasted {
  readonly commands: readonly Extract<PackCommand, { do: 'PlaceField' }>[]
  /** Left out, since they would have lain on others. */
  readonly skipped: number
  /** Put back onto the page. */
  readonly repositioned: number
}

const MOST_SHIFTS = 40

/**
 * Places copies in a document. `shift`: each goes 25 points down and right, again and again, until it lies on none;
 * without it a copy that would lie on another is left out.
 */
export function pasted(
  view: PackState,
  copies: readonly Copied[],
  to: { readonly document: string; readonly page?: number; readonly at?: readonly Box[]; readonly shift: boolean },
  newKey: () => string,
): Pasted {
  const document = view.documents.find(({ key }) => key === to.document)
  const taken = liveFields(view)
    .filter((field) => field.document === to.document)
    .map((field) => ({ ...field }) as Box & { page: number })
  const commands: Extract<PackCommand, { do: 'PlaceField' }>[] = []
  let [skipped, repositioned] = [0, 0]
  for (const [index, copy] of copies.entries()) {
    const page = to.page ?? copy.page
    const size = document?.pages[page]
    if (!size) {
      skipped += 1
      continue
    }
    const wanted = to.at?.[index] ?? copy.box
    if (isOffPage(size, to.shift ? moved(wanted, 1) : wanted)) repositioned += 1
    const free = firstFree(
      size,
      wanted,
      taken.filter((other) => other.page === page),
      to.shift,
    )
    if (!free) {
      skipped += 1
      continue
    }
    taken.push({ ...free, page })
    const { type, required, description, options, group, exclusive, autoDate, layout, hiddenInFinal } = copy
    const looks = { required, description, options, group, exclusive, autoDate, layout, hiddenInFinal }
    commands.push({
      do: 'PlaceField',
      field: newKey(),
      document: to.document,
      page,
      type,
      assignee: assigneeHere(view, copy),
      ...free,
      ...looks,
    })
  }
  return { commands, skipped, repositioned }
}

function firstFree(page: Box | { width: number; height: number }, box: Box, taken: readonly Box[], shift: boolean): Box | null {
  for (let n = shift ? 1 : 0; n <= (shift ? MOST_SHIFTS : 0); n++) {
    const tried = ontoPage(page, moved(box, n))
    if (!taken.some((other) => overlaps(other, tried))) return tried
  }
  return null
}

function moved(box: Box, times: number): Box {
  return { ...box, x: box.x + times * CLONE_SHIFT, y: box.y + times * CLONE_SHIFT }
}

function assigneeHere(view: PackState, copy: Copied): Assignee {
  if (copy.assignee === null || copy.assignee === 'self') return copy.assignee
  const live = liveSignatories(view)
  const same = live.find(({ uuid }) => uuid === copy.assignee) ?? live.find(({ role }) => disclosed(role, '') === copy.role)
  return same?.uuid ?? null
}
