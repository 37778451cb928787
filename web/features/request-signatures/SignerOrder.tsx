import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { groupsOf, type PackCommand, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { noFling } from '../../ui/index.ts'
import { BOTTOM, dropped, TOP } from './signer-list.ts'
import classes from './signer-order.module.css'

interface OrderProps {
  /** The rows as they stand: signers, and the groups before those who are in them. */
  readonly rows: readonly string[]
  readonly className: string | undefined
  readonly children: ReactNode
  view(): PackState
  onOrder(command: PackCommand): void
}

/** Of the list only its grips are dragged by finger; all else scrolls. */
const holdGrips = (list: HTMLElement | null) => noFling(list, '[data-grip]')

/** The list of signers, whose rows are dragged into another order, and into groups, by pointer or keys. */
export function SignerOrder({ rows, className, children, view, onOrder }: OrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const [dragged, setDragged] = useState<string | null>(null)
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (over && active.id !== over.id) onOrder(dropped(view(), String(active.id), String(over.id)))
  }
  // Without groups the first and the last row are the top and the bottom.
  const hasEdges = dragged !== null && groupsOf(view()).some(({ uuid }) => uuid !== dragged)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <SortableContext items={[...rows]} strategy={verticalListSortingStrategy}>
        <ol ref={holdGrips} className={className}>
          {hasEdges && <Edge id={TOP} />}
          {children}
          {hasEdges && <Edge id={BOTTOM} />}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Dropped here, a signer signs first or last, in no group. */
function Edge({ id }: { readonly id: typeof TOP | typeof BOTTOM }) {
  const words = useWords('editor')
  const { setNodeRef, isOver } = useDroppable({ id })
  return (
    <li ref={setNodeRef} className={classes.edge} data-over={isOver || undefined}>
      {words(id === TOP ? 'drop_first' : 'drop_last')}
    </li>
  )
}

/** What makes a row of that list movable: its own attributes, and the grip by which it is held. */
export function useSignerRow(uuid: string, name: string) {
  const words = useWords('editor')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: uuid })
  const style: CSSProperties = {
    position: 'relative',
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
  }
  const grip = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      className={classes.grip}
      data-grip
      {...attributes}
      {...listeners}
      aria-label={words('drag', { name })}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  )
  return { ref: setNodeRef, style, grip }
}
