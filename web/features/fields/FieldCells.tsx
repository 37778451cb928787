import type { CSSProperties } from 'react'
import { cellsOf, type Field } from '#domain/pack'
import classes from './fields.module.css'

/** Where the characters of a comb go, for as long as none stand there: the sealed file draws no such lines. */
export function FieldCells({ field }: { readonly field: Pick<Field, 'layout'> }) {
  const cells = cellsOf(field.layout ?? null)
  return cells === null ? null : <span className={classes.cells} style={{ '--cells': cells } as CSSProperties} aria-hidden="true" />
}
