import { Button, NumberInput } from '@mantine/core'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  AlignVerticalSpaceAround,
  LayoutGrid,
  type LucideIcon,
  Scaling,
} from 'lucide-react'
import { useState } from 'react'
import type { Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton, say } from '../../../ui/index.ts'
import { type Alignment, aligned, distributed, fitted, gapOf, gridded, sameSize, spaced } from '../tools/arrange.ts'
import type { PlacedBox } from '../tools/boxes.ts'
import { useEditor, useMovable } from '../view/context.ts'
import { inPoints } from './Geometry.tsx'
import classes from './inspector.module.css'
import { Points } from './Points.tsx'

type Boxes = Readonly<Record<string, PlacedBox>>

const ALIGN: readonly (readonly [Alignment, LucideIcon])[] = [
  ['left', AlignStartVertical],
  ['centre', AlignCenterVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
]
/** Thousandths of a point between the rows and columns of a grid, where the gaps differ. */
const GRID_GAP = 12_000

/** Brings several fields of one page into line, at equal gaps, into a grid, and to one size. */
export function Arrange({ fields }: { readonly fields: readonly Field[] }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const first = fields[0]!
  const boxes = editor.boxesOf(fields)
  const usual = Math.ceil(Math.sqrt(fields.length))
  const [columns, setColumns] = useState<number | string>('')
  const movable = useMovable()
  const onePage = fields.every(({ page, document }) => page === first.page && document === first.document)
  const arrange = (to: (boxes: Boxes) => Boxes) => {
    editor.commitNudge()
    const there = to(editor.boxesOf(editor.selected()))
    const size = editor.view().documents.find(({ key }) => key === first.document)?.pages[first.page]
    const onPage = onePage && size ? fitted(there, size) : there
    if (onPage) editor.arrange(onPage)
    else say.warning(words('no_room_together'), undefined, { here: true })
  }
  const gap = (axis: 'x' | 'y') => {
    const now = gapOf(boxes, axis)
    return now === null ? null : inPoints(now)
  }
  const off = !movable || !onePage
  return (
    <div className={classes.section}>
      <div className={classes.head}>{words('align')}</div>
      <div className={classes.arrange}>
        {ALIGN.map(([to, icon]) => (
          <IconButton key={to} icon={icon} name={words(`align_${to}`)} disabled={off} onClick={() => arrange((all) => aligned(all, to))} />
        ))}
        <IconButton
          icon={AlignHorizontalDistributeCenter}
          name={words('distribute_x')}
          disabled={off || fields.length < 3}
          onClick={() => arrange((all) => distributed(all, 'x'))}
        />
        <IconButton
          icon={AlignVerticalDistributeCenter}
          name={words('distribute_y')}
          disabled={off || fields.length < 3}
          onClick={() => arrange((all) => distributed(all, 'y'))}
        />
        <IconButton icon={Scaling} name={words('same_size')} disabled={!movable} onClick={() => arrange((all) => sameSize(all, first))} />
      </div>
      <div className={classes.head}>
        {words('gap')}
        <span>{words('points')}</span>
      </div>
      <div className={classes.grid}>
        {(['x', 'y'] as const).map((axis) => (
          <Points
            key={axis}
            label={words(`gap_${axis}`)}
            mark={axis === 'x' ? <AlignHorizontalSpaceAround size={16} /> : <AlignVerticalSpaceAround size={16} />}
            value={gap(axis)}
            placeholder={words('mixed')}
            least={0}
            disabled={off}
            onCommit={(points) => {
              arrange((all) => spaced(all, axis, Math.round(points * 1000)))
              const now = gapOf(editor.boxesOf(editor.selected()), axis)
              return now === null ? null : inPoints(now)
            }}
          />
        ))}
      </div>
      <div className={classes.head}>{words('grid')}</div>
      <div className={classes.grid}>
        <NumberInput
          size="sm"
          aria-label={words('columns')}
          suffix={` ${words('columns_unit')}`}
          min={1}
          max={fields.length}
          allowDecimal={false}
          disabled={off}
          value={columns === '' ? usual : columns}
          onChange={setColumns}
        />
        <Button
          size="sm"
          variant="default"
          leftSection={<LayoutGrid size={14} aria-hidden />}
          disabled={off}
          onClick={() => {
            const across = Math.min(fields.length, Math.max(1, Number(columns === '' ? usual : columns) || usual))
            arrange((all) => gridded(all, across, { x: gapOf(all, 'x') ?? GRID_GAP, y: gapOf(all, 'y') ?? GRID_GAP }))
          }}
        >
          {words('arrange_grid')}
        </Button>
      </div>
    </div>
  )
}
