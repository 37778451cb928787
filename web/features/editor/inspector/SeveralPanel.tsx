import { Button } from '@mantine/core'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Copy,
  type LucideIcon,
  Scaling,
  Trash2,
} from 'lucide-react'
import { type Field, fieldTypeOf } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { ACTIONS } from '../actions/index.ts'
import { type Alignment, aligned, distributed, sameSize } from '../tools/arrange.ts'
import type { PlacedBox } from '../tools/boxes.ts'
import { AssigneePicker } from '../view/AssigneePicker.tsx'
import { useEditor, useUi, useView } from '../view/context.ts'
import { TypePicker } from './FieldPanel.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

const ALIGN: readonly (readonly [Alignment, LucideIcon])[] = [
  ['left', AlignStartVertical],
  ['centre', AlignCenterVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
]

/** One change to all selected fields is one undo step. */
export function SeveralPanel() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { selection } = useUi()
  const all = useView((view) => view.fields)
  const fields = selection.flatMap((key) => all[key] ?? []).filter(({ removed }) => !removed)
  const first = fields[0]
  if (!first) return null
  const same = <T,>(of: (field: Field) => T): T | null => (fields.every((field) => of(field) === of(first)) ? of(first) : null)
  const movable = editor.movable()
  const arrange = (to: (boxes: Readonly<Record<string, PlacedBox>>) => Readonly<Record<string, PlacedBox>>) => {
    editor.commitNudge()
    editor.commitBoxes(to(editor.boxesOf(editor.selected())))
  }
  const requirable = fields.filter(editor.canBeRequired)
  const onePage = same(({ page }) => page) !== null
  return (
    <>
      <div className={classes.section}>
        <div className={classes.head} role="status">
          {words('several', { count: String(fields.length) })}
        </div>
        <TypePicker
          label={words('type')}
          value={same(({ type }) => type)}
          onChange={(type) => editor.change((field) => ({ do: 'RetypeField', field: field.key, type }))}
        />
        <AssigneePicker
          label={words('signer')}
          value={same(({ assignee }) => assignee)}
          mixed={!fields.every(({ assignee }) => assignee === first.assignee)}
          onChange={(assignee) =>
            editor.change((field) => (fieldTypeOf(field).assignable ? { do: 'AssignField', field: field.key, assignee } : null))
          }
        />
        {requirable.length > 0 && (
          <Switched
            label={words('required')}
            on={requirable.every(({ required }) => required)}
            onChange={(required) =>
              editor.change((field) => (editor.canBeRequired(field) ? { do: 'SetFieldRequired', field: field.key, required } : null))
            }
          />
        )}
      </div>
      <div className={classes.section}>
        <div className={classes.head}>{words('align')}</div>
        <div className={classes.tools}>
          {ALIGN.map(([to, icon]) => (
            <IconButton
              key={to}
              icon={icon}
              name={words(`align_${to}`)}
              disabled={!movable || !onePage}
              onClick={() => arrange((boxes) => aligned(boxes, to))}
            />
          ))}
          <IconButton
            icon={AlignHorizontalDistributeCenter}
            name={words('distribute_x')}
            disabled={!movable || !onePage || fields.length < 3}
            onClick={() => arrange((boxes) => distributed(boxes, 'x'))}
          />
          <IconButton
            icon={AlignVerticalDistributeCenter}
            name={words('distribute_y')}
            disabled={!movable || !onePage || fields.length < 3}
            onClick={() => arrange((boxes) => distributed(boxes, 'y'))}
          />
          <IconButton
            icon={Scaling}
            name={words('same_size')}
            disabled={!movable}
            onClick={() => arrange((boxes) => sameSize(boxes, first))}
          />
        </div>
      </div>
      <div className={classes.foot}>
        <Button size="sm" variant="default" leftSection={<Copy size={14} aria-hidden />} onClick={() => ACTIONS.duplicate.perform(editor)}>
          {words('duplicate')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={() => ACTIONS.remove.perform(editor)}
        >
          {words('remove_many', { count: String(fields.length) })}
        </Button>
      </div>
    </>
  )
}
