import { useThrottledValue } from '@mantine/hooks'
import { Link2 } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { disclosed, isWithheld } from '#domain/kernel'
import { type Box, type Field, fieldTypeOf, shownIn } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { initialsOf } from '../../../ui/index.ts'
import { FieldCells, FieldPaint, fieldIcon, fieldLabel, filledFrom } from '../../fields/index.ts'
import { saidOf } from '../presence/PeerMarks.tsx'
import { HANDLES } from '../tools/resize.ts'
import { colourOf, useEditor, useMovable, usePeersAt, usePreview, useSelected, useView } from './context.ts'
import classes from './field-box.module.css'
import { whoseIs } from './people.ts'

/** Pixels within which the handles of a field stand around it. */
const ROOM_FOR_HANDLES = 60

interface Props {
  readonly field: string
  /** Pixels a point. */
  readonly scale: number
  /** How far another page is below this one, in pixels. */
  offset(page: number): number
}

/** One field on the page. It listens for itself alone, so that dragging others leaves it be. */
export const FieldBox = memo(function FieldBox({ field: key, scale, offset }: Props) {
  const words = useWords('editor')
  const rules = useWords('rules')
  const { editor } = useEditor()
  const field = useView((view) => view.fields[key])
  const shown = usePreview(key)
  const selected = useSelected(key)
  const movable = useMovable()
  const hasPeers = usePeersAt(key).length > 0
  const colour = useView((view) => colourOf(view, view.fields[key]?.assignee ?? null))
  const name = useView((view) => (view.fields[key] ? whoseIs(view, view.fields[key]) : ''))
  const from = useView((view) => (view.fields[key] ? filledFrom(view, view.fields[key]) : null))
  if (!field) return null
  const box = shown ?? field
  const px = (milli: number) => (milli / 1000) * scale
  const filled = shownIn(field) !== null && !isWithheld(field.value)
  const style = {
    left: px(box.x),
    top: px(box.y) + offset(box.page),
    width: px(box.width),
    height: px(box.height),
    '--c': colour,
    ...(field.background && !filled && { backgroundColor: field.background }),
    '--fs': `${Math.max(7, Math.min(12, px(box.height) * 0.55))}px`,
  } as CSSProperties
  const Icon = fieldIcon(field.type)
  const label = fieldLabel(field)
  const said = { label, name, page: String(field.page + 1) }
  const small = px(box.width) < 34 || px(box.height) < 12
  // Handles inside would leave nothing to hold it by.
  const tight = px(box.width) < ROOM_FOR_HANDLES && px(box.height) < ROOM_FOR_HANDLES
  const options = fieldTypeOf(field).hasOptions ? disclosed(field.options, []).length : null
  return (
    <button
      type="button"
      data-field={key}
      data-raised={shown ? true : undefined}
      data-selected={selected !== 'no' || undefined}
      data-unassigned={(field.assignee === null && fieldTypeOf(field).assignable) || undefined}
      data-filled={filled || undefined}
      data-disabled={field.disabled !== undefined || undefined}
      data-small={small || undefined}
      data-tight={tight || undefined}
      className={classes.field}
      style={style}
      title={from ?? undefined}
      aria-label={[words(field.required ? 'field_required' : 'field_named', said), field.disabled && rules('hidden'), from]
        .filter(Boolean)
        .join(', ')}
      aria-pressed={selected !== 'no'}
      aria-describedby={hasPeers ? saidOf(key) : undefined}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) editor.reach(key)
      }}
    >
      {filled ? (
        <Filled field={field} box={box} />
      ) : (
        <>
          <FieldCells field={field} />
          <Icon size={Math.max(8, Math.min(16, px(box.height) * 0.7))} aria-hidden="true" />
          {!small && <span className={classes.label}>{label}</span>}
          {!small && options !== null && px(box.width) > 150 && (
            <span className={classes.options}>{words('options_count', { count: options })}</span>
          )}
          {!small && field.disabled && <span className={classes.off}>{rules('off')}</span>}
          {!small && <span className={classes.who}>{field.assignee === null ? '?' : initialsOf(name)}</span>}
        </>
      )}
      {from !== null && <Link2 className={classes.copied} size={10} aria-hidden />}
      {field.required && <span className={classes.required} />}
      {selected === 'alone' &&
        movable &&
        HANDLES.map((handle) => <span key={handle} data-handle={handle} className={classes.handle} style={handleStyle(handle)} />)}
    </button>
  )
})

interface FilledProps {
  readonly field: Field
  /** Where it is shown, also while it is being resized. */
  readonly box: Box
}

function Filled({ field, box }: FilledProps) {
  if (fieldTypeOf(field).hasGroup) return <Ticked field={field} box={box} />
  return <FieldPaint field={{ ...field, width: box.width, height: box.height }} />
}

/** D-566: a tick is worked out again at most once in this time; in between it is stretched with its box. */
const TICK_MS = 500

function Ticked({ field, box }: FilledProps) {
  const width = useThrottledValue(box.width, TICK_MS)
  const height = useThrottledValue(box.height, TICK_MS)
  return <FieldPaint field={{ ...field, width, height }} />
}

function handleStyle(handle: string): CSSProperties {
  const left = handle.includes('w') ? 0 : handle.includes('e') ? 100 : 50
  const top = handle.includes('n') ? 0 : handle.includes('s') ? 100 : 50
  return { left: `${left}%`, top: `${top}%`, cursor: `${handle}-resize` }
}
