import type { Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useEditor, useMovable } from '../view/context.ts'
import classes from './inspector.module.css'
import { Points } from './Points.tsx'

const MEASURES = ['x', 'y', 'width', 'height'] as const
const MARKS = { x: 'X', y: 'Y', width: 'W', height: 'H' } as const
export const inPoints = (milli: number) => Math.round(milli / 10) / 100

/** Position and size in points from the page's top left. */
export function Geometry({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const movable = useMovable()
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        {words('position')}
        <span>{words('points')}</span>
      </div>
      <div className={classes.grid}>
        {MEASURES.map((measure) => (
          <Points
            key={measure}
            label={words(measure)}
            mark={MARKS[measure]}
            value={inPoints(field[measure])}
            disabled={!movable}
            onCommit={(points) => {
              const { page, x, y, width, height } = field
              editor.arrange({ [field.key]: { page, x, y, width, height, [measure]: Math.round(points * 1000) } })
              return inPoints(editor.view().fields[field.key]?.[measure] ?? field[measure])
            }}
          />
        ))}
      </div>
    </div>
  )
}
