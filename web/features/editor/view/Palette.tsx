import { type CSSProperties, type PointerEvent, useRef } from 'react'
import { type FieldTypeName, fieldTypes } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { noFling } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { FIELD_WIDGETS } from '../../fields/index.ts'
import { addSigner } from '../state/add-signer.ts'
import { CLICK_PX } from '../state/limits.ts'
import { hover } from '../tools/gestures.ts'
import { AssigneePicker } from './AssigneePicker.tsx'
import classes from './canvas.module.css'
import { colourOf, useEditor, useMovable, useUi, useView } from './context.ts'
import { lead } from './lead.ts'

const ORDER = Object.keys(FIELD_WIDGETS) as readonly FieldTypeName[]

/** Whom new fields are for, and the types: pick one and click a page, or drag it there. */
export function Palette() {
  const words = useWords('editor')
  const context = useEditor()
  const { editor } = context
  const { assignee, tool } = useUi()
  const colour = useView((view) => colourOf(view, assignee))
  const movable = useMovable()
  const mayAddNotes = useMay('can_add_notes')
  const mayPlace = (type: FieldTypeName) => mayAddNotes || !fieldTypes[type].isExcludedFromSigning
  return (
    <div
      className={`${classes.float} ${classes.palette}`}
      data-float
      role="toolbar"
      aria-label={words('palette')}
      aria-orientation="vertical"
    >
      <AssigneePicker
        label={words('palette_signer')}
        hideLabel
        value={assignee}
        onChange={(next) => {
          editor.ui.assignee = next
        }}
        onAdd={() => {
          const signer = addSigner(editor)
          editor.ui.assignee = signer
          lead(context, { kind: 'signer', keys: [signer], detail: 'name' })
        }}
      />
      <div style={{ '--c': colour } as CSSProperties}>
        {(['sign', 'fill'] as const).map((group) => (
          <div key={group}>
            <div className={classes.heading}>{words(`group_${group}`)}</div>
            {ORDER.filter((type) => FIELD_WIDGETS[type].group === group).map((type) => (
              <PaletteType key={type} type={type} on={tool === type} disabled={!movable || !mayPlace(type)} />
            ))}
          </div>
        ))}
      </div>
      {tool && <p className={classes.hint}>{words('place_hint')}</p>}
    </div>
  )
}

function PaletteType({ type, on, disabled }: { readonly type: FieldTypeName; readonly on: boolean; readonly disabled: boolean }) {
  const names = useWords('fields')
  const { editor, screen } = useEditor()
  const drag = useRef<{ x: number; y: number; pulled: boolean } | null>(null)
  const { icon: Icon, letter } = FIELD_WIDGETS[type]
  const follow = (event: PointerEvent) => {
    const spot = screen.current?.spotAt(event.clientX, event.clientY) ?? null
    const { clientX: x, clientY: y, shiftKey: shift, altKey: alt, ctrlKey, metaKey } = event
    hover(editor, type, { x, y, spot, shift, alt, free: ctrlKey || metaKey }, screen.current?.perPixel() ?? 1000)
  }
  return (
    <button
      ref={noFling}
      type="button"
      className={classes.type}
      aria-pressed={on}
      disabled={disabled}
      aria-keyshortcuts={letter}
      onClick={(event) => {
        // A drag ends in a click of the button it began on.
        if (drag.current?.pulled) {
          drag.current = null
          return
        }
        editor.arm(on && event.detail !== 0 ? null : type)
        if (event.detail === 0) editor.armAt(screen.current)
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        drag.current = { x: event.clientX, y: event.clientY, pulled: false }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const from = drag.current
        if (!from || !event.currentTarget.hasPointerCapture(event.pointerId)) return
        if (!from.pulled && Math.hypot(event.clientX - from.x, event.clientY - from.y) < CLICK_PX) return
        if (!from.pulled) editor.arm(type)
        from.pulled = true
        follow(event)
      }}
      onPointerUp={() => {
        const { ghost } = editor.ui
        if (!drag.current?.pulled) return
        editor.arm(null)
        if (ghost) editor.place(type, ghost)
      }}
      onPointerCancel={() => {
        if (drag.current?.pulled) editor.arm(null)
        drag.current = null
      }}
    >
      <Icon size={16} aria-hidden="true" />
      {names(type)}
      <span className={classes.letter} aria-hidden="true">
        {letter}
      </span>
    </button>
  )
}
