import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { type PackCommand, type PackState, type Signatory, signatoriesInOrder } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { noFling } from '../../ui/index.ts'
import classes from './signer-order.module.css'

interface OrderProps {
  readonly signers: readonly Signatory[]
  readonly className: string | undefined
  readonly children: ReactNode
  view(): PackState
  onOrder(command: PackCommand): void
}

/** Of the list only its grips are dragged by finger; all else scrolls. */
const holdGrips = (list: HTMLElement | null) => noFling(list, '[data-grip]')

/** The list of signers, whose rows are dragged into another order by pointer or keys. */
export function SignerOrder({ signers, className, children, view, onOrder }: OrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const to = signers.findIndex(({ uuid }) => uuid === over?.id)
    if (over && active.id !== over.id && to >= 0) onOrder(reordered(view(), String(active.id), to))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={signers.map(({ uuid }) => uuid)} strategy={verticalListSortingStrategy}>
        <ol ref={holdGrips} className={className}>
          {children}
        </ol>
      </SortableContext>
    </DndContext>
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

/** The order with one signer at another place; each step keeps one signer. */
export function reordered(view: PackState, uuid: string, to: number): PackCommand {
  const rest = signatoriesInOrder(view).flatMap((each) => (each.uuid === uuid ? [] : [each.uuid]))
  rest.splice(to, 0, uuid)
  return { do: 'SetSigningOrder', steps: rest.map((each) => [each]) }
}
