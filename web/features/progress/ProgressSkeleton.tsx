import { Bone, Loading } from '../../ui/index.ts'
import classes from './ProgressSkeleton.module.css'

/** The progress screen's own shape, before the document is there. */
export function ProgressSkeleton() {
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
    </Loading>
  )
}
