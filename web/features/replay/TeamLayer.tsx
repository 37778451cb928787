import dayjs from 'dayjs'
import { Eraser } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { isWithheld } from '#domain/kernel'
import { type Field, type PackState, shownIn } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { signerColour } from '../../ui/index.ts'
import { FieldPaint, fieldIcon, fieldLabel, filledFrom } from '../fields/index.ts'
import classes from './TeamLayer.module.css'

interface Props {
  readonly view: PackState
  readonly document: string
  readonly page: number
  /** Pixels a point. */
  readonly scale: number
  readonly changed: ReadonlySet<string>
  /** Whose data was deleted as they asked, and when. */
  readonly erased: ReadonlyMap<string, string>
  onField(field: string): void
}

/** The fields of a page as the team sees them: whose each is, filled or not, and what stands in it once that may be read. */
export function TeamLayer({ view, document, page, scale, changed, erased, onField }: Props) {
  const here = view.fieldOrder.flatMap((key) => {
    const field = view.fields[key]
    return field && !field.removed && field.document === document && field.page === page ? [field] : []
  })
  return here.map((field) => (
    <Box
      key={field.key}
      field={field}
      colour={signerColour(view.signatories.findIndex(({ uuid }) => uuid === field.assignee))}
      scale={scale}
      changed={changed.has(field.key)}
      from={filledFrom(view, field)}
      erased={field.filledBy === null ? undefined : erased.get(field.filledBy)}
      onField={onField}
    />
  ))
}

interface BoxProps {
  readonly field: Field
  readonly colour: string
  readonly scale: number
  readonly changed: boolean
  /** Where its value was copied from. */
  readonly from: string | null
  /** When the value was deleted. */
  readonly erased: string | undefined
  onField(key: string): void
}

/** Painted again only where something of this field is another: while a timeline is dragged most fields stay as they are. */
const Box = memo(function Box({ field, colour, scale, changed, from, erased, onField }: BoxProps) {
  const words = useWords('replay')
  const Icon = fieldIcon(field.type)
  const [width, height] = [(field.width / 1000) * scale, (field.height / 1000) * scale]
  const style = {
    left: (field.x / 1000) * scale,
    top: (field.y / 1000) * scale,
    width,
    height,
    '--c': colour,
  } as CSSProperties
  const state = shownIn(field) === null ? 'empty' : isWithheld(field.value) ? 'withheld' : 'filled'
  const gone = state === 'withheld' && erased !== undefined ? words('erased_value', { date: dayjs(erased).format('D MMM YYYY') }) : null
  return (
    <button
      type="button"
      className={classes.box}
      style={style}
      data-field={field.key}
      data-state={state}
      data-changed={changed || undefined}
      aria-label={[fieldLabel(field), gone ?? from].filter(Boolean).join(': ')}
      title={gone ?? from ?? undefined}
      onClick={() => onField(field.key)}
    >
      {state === 'filled' ? (
        <FieldPaint field={field} />
      ) : (
        <span style={{ fontSize: Math.min(12, height * 0.5) }}>
          {gone ? <Eraser size={Math.min(14, height * 0.6)} aria-hidden /> : <Icon size={Math.min(14, height * 0.6)} aria-hidden />}
          {gone ?? fieldLabel(field)}
        </span>
      )}
    </button>
  )
})
