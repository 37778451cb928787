import { useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Bone, Loading } from '../../ui/index.ts'
import classes from './ProgressSkeleton.module.css'

/** Specification file 1, section 9: the initialisation delay. A document that is not there by then is slow to open, and says so. */
const INITIALISATION_DELAY_MS = 3_000

/** The progress screen's own shape, before the document is there. */
export function ProgressSkeleton() {
  const words = useWords('progress')
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), INITIALISATION_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Loading className={classes.skeleton}>
      <div className={classes.head}>
        <Bone width={84} height={119} />
        <div>
          <Bone width={80} />
          <Bone width={320} height={24} />
          <Bone width={260} height={20} />
          <Bone width={220} height={28} />
        </div>
      </div>
      <Bone width="100%" height={68} />
      <Bone width={72} height={20} />
      <Bone width="100%" height={144} />
      <p className={classes.slow}>{slow && words('still_opening')}</p>
    </Loading>
  )
}
