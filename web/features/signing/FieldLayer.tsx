import { isWithheld } from '#domain/kernel'
import { enabledFields, type Field, fieldTypeOf, type PackState, shownIn, UNCHECKED } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { FIELD_WIDGETS, FieldCells, FieldPaint, fieldIcon, fieldLabel, filledFrom, inReadingOrder } from '../fields/index.ts'
import classes from './FieldLayer.module.css'

interface Props {
  readonly view: PackState
  readonly document: string
  readonly page: number
  /** Pixels per point. */
  readonly scale: number
  readonly signatory: string
  readonly steps: readonly Field[]
  readonly current: number
  /** Fields of others to point out. */
  readonly changed: ReadonlySet<string>
  /** Left out where there is nothing to fill in yet. */
  readonly onChoose?: ((at: number) => void) | undefined
}

/** The fields of one page, in the order in which it is read: the signer's own to press, what others have filled in to read. */
export function FieldLayer({ view, document, page, scale, signatory, steps, current, changed, onChoose }: Props) {
  const words = useWords('signing')
  const here = (field: Field) => field.document === document && field.page === page
  const box = (field: Field) => ({
    left: (field.x / 1000) * scale,
    top: (field.y / 1000) * scale,
    width: (field.width / 1000) * scale,
    height: (field.height / 1000) * scale,
  })
  return (
    <>
      {inReadingOrder(enabledFields(view).filter(here)).map((field) => {
        if (field.assignee !== signatory || fieldTypeOf(field).isExcludedFromSigning) {
          if (shownIn(field) === null || isWithheld(field.value)) return null
          const { Around } = FIELD_WIDGETS[field.type]
          const looks = <FieldPaint field={field} scale={scale} />
          return (
            <div
              key={field.key}
              className={classes.theirs}
              style={box(field)}
              data-field={field.key}
              data-changed={changed.has(field.key) || undefined}
              title={filledFrom(view, field) ?? undefined}
            >
              {Around ? <Around field={field}>{looks}</Around> : looks}
            </div>
          )
        }
        const from = filledFrom(view, field)
        const at = steps.findIndex((each) => each.key === field.key)
        const Icon = fieldIcon(field.type)
        const isBox = fieldTypeOf(field).hasGroup
        const filled = field.value !== null && field.value !== UNCHECKED
        return (
          <button
            key={field.key}
            type="button"
            className={classes.field}
            style={{ ...box(field), ...(field.background && !filled && { backgroundColor: field.background }) }}
            data-filled={filled || undefined}
            data-field={field.key}
            data-changed={changed.has(field.key) || undefined}
            data-now={at === current || undefined}
            aria-label={`${words('field', { at: String(at + 1) })}: ${fieldLabel(field)}${filled ? '' : `, ${words('empty')}`}${from === null ? '' : `, ${from}`}`}
            title={from ?? undefined}
            disabled={!onChoose}
            onClick={() => onChoose?.(at)}
          >
            {filled ? (
              <FieldPaint field={field} scale={scale} />
            ) : (
              // A tick box that is empty holds nothing that could be taken for a tick.
              !isBox && (
                <>
                  <FieldCells field={field} />
                  <span className={classes.label} style={{ fontSize: Math.min(13, (field.height / 1000) * scale * 0.5) }}>
                    <Icon size={Math.min(14, (field.height / 1000) * scale * 0.6)} aria-hidden="true" />
                    {fieldLabel(field)}
                  </span>
                </>
              )
            )}
            {at === current && (
              <span className={classes.flag} aria-hidden="true">
                {at + 1}&ensp;{fieldLabel(field)}
              </span>
            )}
          </button>
        )
      })}
    </>
  )
}
