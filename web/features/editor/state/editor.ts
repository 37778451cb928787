import { proxy } from 'valtio/vanilla'
import {
  type ChildDocument,
  compatible,
  type Field,
  type FieldTypeName,
  type FieldValue,
  fieldTypeOf,
  fieldTypes,
  incompatibleIn,
  liveFields,
  liveSignatories,
  type PackCommand,
  type PackSettings,
  type PageSize,
} from '#domain/pack'
import type { PackRefused, PackSession } from '../../../live/index.ts'
import type { Sender } from '../../request-signatures/index.ts'
import type { PlacedBox } from '../tools/boxes.ts'
import { keptApart } from '../tools/keep-apart.ts'
import { nudged } from '../tools/move.ts'
import { hovering } from '../tools/place.ts'
import { type ClipboardRecord, clipboardOf, readClipboard, written } from './clipboard.ts'
import { copied, type Pasted, pasted } from './copies.ts'
import { NUDGE_IDLE_MS } from './limits.ts'
import { createPreview } from './preview.ts'
import { freshUi } from './ui.ts'

/** What the editor has to say; the words are the screen's. */
export interface EditorMessages {
  overlapsSkipped(): void
  repeated(): void
  /** Some documents have no page that the fields could be repeated on. */
  pagesMissing(): void
  /** These were left where they are: they would have come to lie on others. */
  keptApart(fields: readonly Field[]): void
  copied(count: number): void
  pasted(count: number): void
  /** What the clipboard holds is no field. */
  notFields(): void
  /** Somebody asked for everything to be saved now. */
  saved(): void
  notSaved(): void
  repositioned(): void
  /** These characters were left out of a custom id. */
  charactersLeftOut(characters: readonly string[]): void
  refused(refused: PackRefused): void
}

export interface EditorPorts {
  readonly session: PackSession
  readonly tell: EditorMessages
  /** Who asks for signatures, as the mail says it. */
  readonly sender: Sender
  /** What signs a field of the sender's own as it is placed; left out, nothing does. */
  inserted?(type: FieldTypeName, methods: PackSettings['methods']): FieldValue | null
  newKey(): string
  /** May this person change the document as far as is known here? */
  mayEdit(): boolean
}

/** What is copied goes with the person from document to document. */
let clipboard: ClipboardRecord | null = null

/** The state of one editor and everything that can be done in it; knows no screen. */
export function createEditor({ session, tell, sender, inserted, newKey, mayEdit }: EditorPorts) {
  const ui = proxy(freshUi(session.view()))
  const preview = createPreview()
  const sizes = new Map<FieldTypeName, PageSize>()
  let nudging: ReturnType<typeof setTimeout> | undefined
  let reachedFrom: readonly string[] = []

  const view = () => session.view()
  /** New fields are for somebody once there is one: another may add the first signer, or remove the chosen one. */
  const stopFollowing = session.subscribe(() => {
    // The fields to be placed cannot be any more.
    if (ui.tool && view().settings.fieldsLocked) arm(null)
    const signers = liveSignatories(view())
    if (ui.assignee === 'self' || signers.some(({ uuid }) => uuid === ui.assignee)) return
    ui.assignee = signers[0]?.uuid ?? null
  })
  const documentHere = (): ChildDocument | undefined => view().documents.find(({ key }) => key === ui.document)
  const fieldsHere = (): readonly Field[] => liveFields(view()).filter((field) => field.document === ui.document)
  const selected = (): readonly Field[] => {
    return ui.selection.flatMap((key) => {
      const field = view().fields[key]
      return field && !field.removed ? [field] : []
    })
  }
  const boxOf = (field: Field): PlacedBox =>
    preview.get(field.key) ?? { page: field.page, x: field.x, y: field.y, width: field.width, height: field.height }
  const boxesOf = (fields: readonly Field[]) => Object.fromEntries(fields.map((field) => [field.key, boxOf(field)]))

  function arm(type: FieldTypeName | null): void {
    ui.tool = type
    ui.ghost = null
    ui.guides = []
  }

  /** Several commands as one step; reports the refused ones. */
  function step(commands: readonly PackCommand[]): void {
    if (commands.length === 0) return
    sayRefused(session.step(commands))
  }
  function sayRefused(refused: readonly PackRefused[]): void {
    // Of many fields for one reason: said once.
    for (const [code, one] of new Map(refused.map((one) => [one.refused, one]))) {
      if (code === 'fields-overlap') tell.overlapsSkipped()
      else if (code === 'no-such-page' || code === 'not-converted') tell.pagesMissing()
      else tell.refused(one)
    }
  }

  function select(keys: readonly string[]): void {
    commitNudge()
    reachedFrom = []
    ui.selection = keys
    if (keys.length !== 1 || keys[0] !== ui.labelling) ui.labelling = null
    if (keys.length > 0) ui.inspector = 'field'
  }

  function commitNudge(): void {
    if (nudging === undefined) return
    clearTimeout(nudging)
    nudging = undefined
    commitBoxes(preview.all())
  }

  /** Applies the shown boxes: one step, however many they are. */
  function commitBoxes(boxes: Readonly<Record<string, PlacedBox>>): void {
    const commands = Object.entries(boxes).flatMap(([key, box]): PackCommand[] => {
      const field = view().fields[key]
      if (!field) return []
      const { page, x, y, width, height } = box
      if (field.width === width && field.height === height) {
        return field.page === page && field.x === x && field.y === y ? [] : [{ do: 'MoveField', field: key, page, x, y }]
      }
      sizes.set(field.type, { width, height })
      // Where it was not sized from, somebody else may be moving it.
      const place = { ...(field.x === x ? {} : { x }), ...(field.y === y ? {} : { y }) }
      return [{ do: 'ResizeField', field: key, ...place, width, height }]
    })
    step(commands)
    preview.set({})
  }

  /** What a tool or typed numbers make of fields. Dragging and arrow keys may lay one onto another (readings), these do not. */
  function arrange(wanted: Readonly<Record<string, PlacedBox>>): void {
    const { boxes, skipped } = keptApart(liveFields(view()), wanted)
    commitBoxes(boxes)
    if (skipped.length > 0) tell.keptApart(skipped)
  }

  /** @returns how many are there */
  function add({ commands, filled, skipped, repositioned }: Pasted): number {
    step([...commands, ...filled])
    if (skipped > 0) tell.overlapsSkipped()
    if (repositioned > 0 && commands.length > 0) tell.repositioned()
    const there = commands.map(({ field }) => field).filter((key) => view().fields[key])
    if (there.length > 0) select(there)
    return there.length
  }

  return {
    session,
    sender,
    ui,
    preview,
    view,
    documentHere,
    fieldsHere,
    selected,
    boxOf,
    boxesOf,
    step,
    select,
    commitBoxes,
    arrange,
    commitNudge,
    editable: () => view().status === 'setup' && view().trashed === null && ui.previewAs === null && mayEdit(),
    /** Fields can be placed and moved. */
    movable: () => view().status === 'setup' && ui.previewAs === null && mayEdit() && !view().settings.fieldsLocked,
    sizeOf: (type: FieldTypeName): PageSize => sizes.get(type) ?? fieldTypes[type].defaultSize,
    /** A field that the keys came to. Several that are selected stay so, until one of them is chosen. */
    reach(key: string): void {
      if (ui.selection.includes(key) || ui.selection.length > 1) return
      const before = ui.selection
      select([key])
      reachedFrom = before
    },
    /** By keys, as Shift and a click do: the field that was reached joins those that were selected before, or leaves them. */
    join(key: string): void {
      const alone = ui.selection.length === 1 && ui.selection[0] === key
      const before = alone ? reachedFrom.filter((other) => other !== key) : ui.selection
      select(before.includes(key) ? before.filter((other) => other !== key) : [...before, key])
    },
    toggle(key: string): void {
      select(ui.selection.includes(key) ? ui.selection.filter((other) => other !== key) : [...ui.selection, key])
    },
    /** Shows another child document. */
    open(document: string): void {
      if (document === ui.document) return
      select([])
      ui.document = document
      ui.page = 0
      ui.ghost = null
    },
    arm,
    /** Puts the armed type's ghost where a screen says, for placing by keys. */
    armAt(screen: { middle(): { readonly page: number; readonly x: number; readonly y: number } } | null): void {
      const pages = documentHere()?.pages
      if (!ui.tool || !screen || !pages) return
      const size = sizes.get(ui.tool) ?? fieldTypes[ui.tool].defaultSize
      ui.ghost = hovering({ pages, others: [], size, reach: 0 }, screen.middle(), { free: true })?.box ?? null
    },
    /** Places a field; it is selected if it could be. */
    place(type: FieldTypeName, box: PlacedBox): void {
      const field = newKey()
      const assignee = fieldTypes[type].assignable ? ui.assignee : null
      const { page, x, y, width, height } = box
      sizes.set(type, { width, height })
      const value = assignee === 'self' ? (inserted?.(type, view().settings.methods) ?? null) : null
      const filled: readonly PackCommand[] = value === null ? [] : [{ do: 'FillField', field, by: 'self', value }]
      const colour = fieldTypes[type].placedIn
      const coloured: readonly PackCommand[] = colour === null ? [] : [{ do: 'SetFieldBackground', field, colour }]
      step([{ do: 'PlaceField', field, document: ui.document, page, type, assignee, x, y, width, height }, ...coloured, ...filled])
      if (!view().fields[field]) return
      select([field])
      if (fieldTypes[type].assignable) ui.labelling = field
    },
    /** Offers a label for the field that is selected. */
    offerLabel(): void {
      ui.labelling = ui.selection[0] ?? null
    },
    /** Without the characters that no custom id may have; true where some were left out. */
    setCustomId(field: string, typed: string): boolean {
      const leftOut = incompatibleIn(typed)
      if (leftOut.length > 0) tell.charactersLeftOut(leftOut)
      step([{ do: 'SetFieldCustomId', field, customId: compatible(typed).trim() }])
      return leftOut.length > 0
    },
    remove(): void {
      commitNudge()
      const keys = selected().map(({ key }) => key)
      step(keys.map((field) => ({ do: 'RemoveField', field })))
      select([])
    },
    /** What goes to the system's clipboard; null where nothing is selected. */
    copy(): string | null {
      const record = clipboardOf(view(), session.documentKey, ui.selection)
      if (!record) return null
      clipboard = record
      tell.copied(record.fields.length)
      return written(record)
    },
    /**
     * Onto the page that is seen, where they were if that is free, else shifted.
     * @param text the content of the system's clipboard; left out, the fields copied in this tab
     */
    paste(text?: string): void {
      const record = text === undefined ? clipboard : readClipboard(text)
      if (!record) {
        if (text !== undefined) tell.notFields()
        return
      }
      const { pack, fields } = record
      const onto = { document: ui.document, page: ui.page, foreign: pack !== session.documentKey }
      const inPlace = pasted(view(), fields, { ...onto, shift: false }, newKey)
      const count = add(inPlace.skipped === 0 ? inPlace : pasted(view(), fields, { ...onto, shift: true }, newKey))
      if (count > 0) tell.pasted(count)
    },
    /** Something was copied in this tab. */
    hasCopied: () => clipboard !== null,
    duplicate(): void {
      commitNudge()
      add(pasted(view(), copied(view(), ui.selection), { document: ui.document, shift: true }, newKey))
    },
    /** Copies of the selected fields at these boxes: what Alt and a drag leave behind. */
    copyTo(boxes: Readonly<Record<string, PlacedBox>>): void {
      const keys = Object.keys(boxes)
      const at = keys.map((key) => boxes[key]!)
      preview.set({})
      add(pasted(view(), copied(view(), keys), { document: ui.document, page: at[0]?.page ?? 0, at, shift: false }, newKey))
    },
    /** The selected fields in the same place of every other document, as one step. */
    repeat(): void {
      commitNudge()
      const commands = selected().flatMap(({ key: of, document }) =>
        view()
          .documents.filter(({ key }) => key !== document)
          .map(({ key }) => ({ do: 'RepeatField', field: newKey(), of, document: key }) as const),
      )
      const refused = session.step(commands)
      if (refused.length < commands.length) tell.repeated()
      sayRefused(refused)
    },
    selectAll(): void {
      select(fieldsHere().map(({ key }) => key))
    },
    /** Arrow keys: shown at once, one undo step when they rest. */
    nudge(dx: number, dy: number): void {
      const fields = selected()
      const pages = documentHere()?.pages
      if (fields.length === 0 || !pages) return
      preview.set({ ...preview.all(), ...nudged(boxesOf(fields), pages, dx, dy) })
      clearTimeout(nudging)
      nudging = setTimeout(commitNudge, NUDGE_IDLE_MS)
    },
    /** One change to all selected fields that can have it. */
    change(command: (field: Field) => PackCommand | null): void {
      commitNudge()
      step(selected().flatMap((field) => command(field) ?? []))
    },
    undo(): void {
      commitNudge()
      sayRefused(session.history.undo())
      ui.selection = selected().map(({ key }) => key)
    },
    redo(): void {
      commitNudge()
      sayRefused(session.history.redo())
      ui.selection = selected().map(({ key }) => key)
    },
    saveNow(): void {
      session.flush().then(tell.saved, tell.notSaved)
    },
    escape(): void {
      if (ui.tool) {
        ui.tool = null
        ui.ghost = null
        ui.guides = []
      } else if (ui.previewAs !== null) ui.previewAs = null
      else if (ui.labelling !== null) ui.labelling = null
      else select([])
    },
    canBeRequired: (field: Field) => fieldTypeOf(field).canBeRequired && !field.autoDate,
    close(): void {
      clearTimeout(nudging)
      stopFollowing()
    },
  }
}
export type Editor = ReturnType<typeof createEditor>
