import type { CSSProperties } from 'react'
import { useMemo } from 'react'
import { isWithheld } from '#domain/kernel'
import { enabledFields, shownIn, viewFor } from '#domain/pack'
import { FieldCells, FieldPaint, fieldIcon, fieldLabel, inReadingOrder } from '../../fields/index.ts'
import { useView } from './context.ts'
import classes from './preview-layer.module.css'

interface Props {
  readonly document: string
  readonly page: number
  readonly scale: number
  readonly signatory: string
}

/** One page as a signer will be given it once it is sent: by the rule by which the server shows it to them. */
export function PreviewLayer({ document, page, scale, signatory }: Props) {
  const view = useView((whole) => whole)
  const seen = useMemo(() => viewFor({ ...view, status: 'awaiting_signatures' }, { of: 'signatory', signatory }), [view, signatory])
  const px = (milli: number) => (milli / 1000) * scale
  return (
    <>
      {inReadingOrder(enabledFields(seen).filter((field) => field.document === document && field.page === page)).map((field) => {
        const Icon = fieldIcon(field.type)
        const style: CSSProperties = { left: px(field.x), top: px(field.y), width: px(field.width), height: px(field.height) }
        if (shownIn(field) !== null && !isWithheld(field.value)) {
          return (
            <div key={field.key} className={classes.value} style={style} data-preview-field={field.key}>
              <FieldPaint field={field} scale={scale} />
            </div>
          )
        }
        if (field.assignee !== signatory) return null
        return (
          <div
            key={field.key}
            className={classes.mine}
            data-preview-field={field.key}
            style={{ ...style, backgroundColor: field.background }}
            role="img"
            aria-label={fieldLabel(field)}
          >
            <FieldCells field={field} />
            <Icon size={Math.max(8, Math.min(14, px(field.height) * 0.6))} aria-hidden="true" />
            {px(field.width) > 40 && fieldLabel(field)}
          </div>
        )
      })}
    </>
  )
}
