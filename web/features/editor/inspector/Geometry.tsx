import { NumberInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useEditor } from '../view/context.ts'
import classes from './inspector.module.css'

const MEASURES = ['x', 'y', 'width', 'height'] as const
const inPoints = (milli: number) => Math.round(milli / 10) / 100

/** Position and size in points from the page's top left. */
export function Geometry({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        {words('position')}
        <span>{words('points')}</span>
      </div>
      <div className={classes.grid}>
        {MEASURES.map((measure) => (
          <Measure key={measure} field={field} measure={measure} />
        ))}
      </div>
    </div>
  )
}

function Measure({ field, measure }: { readonly field: Field; readonly measure: (typeof MEASURES)[number] }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const held = inPoints(field[measure])
  const [draft, setDraft] = useState<number | string>(held)
  useEffect(() => setDraft(held), [held])
  const commit = () => {
    const points = Number(draft)
    if (draft === '' || !Number.isFinite(points) || points === held) return setDraft(held)
    const { page, x, y, width, height } = field
    editor.commitBoxes({ [field.key]: { page, x, y, width, height, [measure]: Math.round(points * 1000) } })
    // Where it was put back onto the page, or refused, the number shows what stands.
    setDraft(inPoints(editor.view().fields[field.key]?.[measure] ?? field[measure]))
  }
  return (
    <NumberInput
      size="sm"
      aria-label={words(measure)}
      leftSection={<span aria-hidden="true">{measure === 'width' ? 'W' : measure === 'height' ? 'H' : measure.toUpperCase()}</span>}
      hideControls
      decimalScale={2}
      value={draft}
      disabled={!editor.movable()}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
