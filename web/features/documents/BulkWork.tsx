import { Progress } from '@mantine/core'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useWords } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import classes from './BulkWork.module.css'
import { resumeBulkWork } from './bulk.ts'
import { BATCH, bulkWork } from './in-batches.ts'

/** How far an action on many documents is, on whatever screen its owner is by now. */
export function BulkWork() {
  const words = useWords('documents')
  const { action, done, of } = useSnapshot(bulkWork)
  const { phase } = useSession()
  useEffect(() => {
    if (phase === 'logged-in') resumeBulkWork()
  }, [phase])
  if (action === null || of <= BATCH) return null
  const text = words(`bulk_${action}_progress`, { done: done.toLocaleString('en'), of: of.toLocaleString('en') })
  return (
    <div className={classes.work} role="status">
      <span>{text}</span>
      <Progress value={(done / of) * 100} size="sm" aria-label={text} />
    </div>
  )
}
