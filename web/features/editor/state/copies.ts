import { disclosed } from '#domain/kernel'
import {
  type Assignee,
  type Box,
  CLONE_SHIFT,
  extrasOf,
  FIELD_PROPERTIES,
  FIELD_TYPES,
  type Field,
  type FieldExtraValues,
  type FieldValue,
  fieldTypes,
  hasFile,
  isOffPage,
  liveFields,
  liveSignatories,
  offeredIn,
  ontoPage,
  overlaps,
  type PackCommand,
  type PackState,
} from '#domain/pack'

/** What is copied of a field: enough to place it again here or in another pack. */
export interface Copied extends FieldExtraValues {
  readonly uuid: string
  readonly type: Field['type']
  readonly page: number
  readonly box: Box
  readonly assignee: Assignee
  /** Of the signatory, by which another pack's is found. */
  readonly role: string
  readonly customId: string
  /** What the sender filled in; null where nothing, or where it is somebody else's. */
  readonly data: FieldValue | null
  readonly required: boolean
  readonly description: string
  readonly options: readonly string[]
  readonly group: string | null
  readonly exclusive: boolean
  readonly autoDate: boolean
}

export function copied(view: PackState, keys: readonly string[]): readonly Copied[] {
  return keys.flatMap((key) => {
    const field = view.fields[key]
    if (!field || field.removed) return []
    const { type, page, x, y, width, height, assignee, required, group, exclusive, autoDate } = field
    const role = disclosed(view.signatories.find(({ uuid }) => uuid === assignee)?.role ?? '', '')
    const [description, options] = [disclosed(field.description, ''), offeredIn(field)]
    const looks = { description, options, required, group, exclusive, autoDate, ...extrasOf(field) }
    const data = field.filledBy === 'self' && field.value !== null ? disclosed(field.value, null) : null
    const customId = disclosed(field.customId, '')
    return [{ uuid: key, type, page, box: { x, y, width, height }, assignee, role, customId, data, ...looks }]
  })
}

type PlaceField = Extract<PackCommand, { do: 'PlaceField' }>

export interface Pasted {
  readonly commands: readonly PlaceField[]
  /** What stands in them, decided after they are there. */
  readonly filled: readonly PackCommand[]
  /** Left out, since they would have lain on others. */
  readonly skipped: number
  /** Put back onto the page. */
  readonly repositioned: number
}

const MOST_SHIFTS = 40

/**
 * Places copies in a document. `shift`: each goes 25 points down and right, again and again, until it covers none;
 * without it a copy that would cover another is left out.
 */
export function pasted(
  view: PackState,
  copies: readonly Copied[],
  to: {
    readonly document: string
    readonly page?: number
    readonly at?: readonly Box[]
    readonly shift: boolean
    /** From another pack: what is signed there is not signed here. */
    readonly foreign?: boolean
  },
  newKey: () => string,
): Pasted {
  const document = view.documents.find(({ key }) => key === to.document)
  const taken = liveFields(view)
    .filter((field) => field.document === to.document)
    .map((field) => ({ ...field }) as Box & { page: number })
  const commands: PlaceField[] = []
  const filled: PackCommand[] = []
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
    const { type, data, customId, required, description, options, group, exclusive, autoDate } = copy
    const extras: FieldExtraValues = Object.fromEntries(FIELD_PROPERTIES.flatMap(({ key }) => (key in copy ? [[key, copy[key]]] : [])))
    const looks = { required, description, options, group, exclusive, autoDate, ...extras }
    const field = newKey()
    const assignee = assigneeHere(view, copy)
    // An id that was given by a person goes with its field; one that was made stays that field's own.
    const own = isGenerated(customId) ? {} : { customId }
    commands.push({ do: 'PlaceField', field, document: to.document, page, type, assignee, ...own, ...free, ...looks })
    const { isSignature } = fieldTypes[type]
    // A picture is a file of its pack: another one has none of it.
    const gone = data !== null && ((isSignature && (to.foreign || assignee !== 'self')) || (to.foreign && hasFile(data)))
    if (data !== null && !autoDate && !gone) filled.push({ do: 'FillField', field, by: 'self', value: data })
  }
  return { commands, filled, skipped, repositioned }
}

const PREFIXES = [...new Set(FIELD_TYPES.map((type) => fieldTypes[type].customIdPrefix))]
const isGenerated = (customId: string) => customId === '' || PREFIXES.some((prefix) => customId.startsWith(`${prefix}_`))

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
  return same?.uuid ?? 'self'
}
