import { ArrowUp, Check, Hourglass, LoaderCircle, type LucideIcon, Pencil, TriangleAlert, X } from 'lucide-react'
import type { ShownStatus } from '#domain/pack'
import { useWords } from '../messages/index.ts'
import classes from './StatusChip.module.css'

export type ChipStatus = ShownStatus | 'uploading' | 'upload_failed' | 'converting'

const ICONS: Record<ChipStatus, LucideIcon> = {
  setup: Pencil,
  awaiting_signatures: Hourglass,
  complete: Check,
  rejected: X,
  conversion_error: TriangleAlert,
  uploading: ArrowUp,
  upload_failed: TriangleAlert,
  converting: LoaderCircle,
}

/** A status in its colour, its sign and its words: colour alone never says it. */
export function StatusChip({ status }: { status: ChipStatus }) {
  const words = useWords('ui')
  const Icon = ICONS[status]
  return (
    <span className={classes.chip} data-status={status}>
      <Icon size={14} aria-hidden />
      {words(`status_${status}`)}
    </span>
  )
}
