import { Check, Pause, Pencil, Play } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import classes from './BulkSends.module.css'
import type { BulkSendRecord } from './calls.ts'
import { toGo } from './states.ts'

const ICONS = { setup: Pencil, active: Play, paused: Pause, finished: Check } as const

export function BulkSendChip({ bulkSend }: { readonly bulkSend: BulkSendRecord }) {
  const words = useWords('bulk_sends')
  const shown = bulkSend.status === 'active' && toGo(bulkSend) === 0 ? 'finished' : bulkSend.status
  const Icon = ICONS[shown]
  return (
    <span className={classes.chip} data-status={shown}>
      <Icon size={14} aria-hidden />
      {words(shown)}
    </span>
  )
}
