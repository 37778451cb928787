import type { FieldValue } from '#domain/pack'
import { FieldPaint } from './FieldPaint.tsx'
import classes from './fields.module.css'

interface Props {
  readonly type: 'signature' | 'initial'
  readonly value: FieldValue
}

/** A signature alone, on no page: as it will look in a field. */
export const SignatureLooks = ({ type, value }: Props) => (
  <span className={classes.looks}>
    <FieldPaint field={{ type, width: 240_000, height: 64_000, value }} />
  </span>
)
