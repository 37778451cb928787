import { Button } from '@mantine/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { DryRun, useDryRun } from '../bulk-mapping/index.ts'
import classes from './Activation.module.css'
import { activate, countsOf } from './activate.ts'
import type { BulkSendRecord, Opened } from './calls.ts'

interface Props {
  readonly bulkSend: BulkSendRecord
  /** Resolves once all changes are saved. */
  before(): Promise<void>
  onActivated(next: Opened): void
}

/** The check of all rows, and the button that sends what it found. */
export function Activation({ bulkSend, before, onActivated }: Props) {
  const words = useWords('bulk_sends')
  const [busy, setBusy] = useState(false)
  const dryRun = useDryRun(bulkSend.key, before)
  const { report } = dryRun
  async function start(): Promise<void> {
    setBusy(true)
    await before()
    const next = await activate(bulkSend, report, words)
    setBusy(false)
    if (next) onActivated(next)
    // The refusal may rest on a change after the report.
    else void dryRun.load()
  }
  const counts = report?.state === 'done' && report.changed.length === 0 ? countsOf(bulkSend, report) : null
  return (
    <DryRun bulkSend={bulkSend.key} dryRun={dryRun}>
      <footer className={classes.activation}>
        <p>
          {counts && words('goes_out', { count: counts.count })}
          {counts && counts.leftOut > 0 && <span>{words('left_out', { count: counts.leftOut })}</span>}
        </p>
        <Button
          variant={counts && counts.count > 0 ? 'filled' : 'default'}
          leftSection={<Play size={16} aria-hidden />}
          loading={busy}
          onClick={() => void start()}
        >
          {words('save_and_activate')}
        </Button>
      </footer>
    </DryRun>
  )
}
