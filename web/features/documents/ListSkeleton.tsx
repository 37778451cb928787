import { Bone, Loading } from '../../ui/index.ts'
import classes from './ListSkeleton.module.css'

const ROWS = Array.from({ length: 14 }, (_, at) => at)

/** The list's own shape, before its rows are there. */
export function ListSkeleton() {
  return (
    <Loading className={classes.list}>
      <div className={classes.head} />
      {ROWS.map((at) => (
        <div key={at} className={classes.row}>
          <Bone width={16} height={16} />
          <Bone width={`${42 + ((at * 37) % 40)}%`} height={14} />
          <Bone width={120} height={24} />
          <span className={classes.signers}>
            <Bone width={28} height={28} round />
            <Bone width={28} height={28} round />
            <Bone width={80} />
          </span>
          <Bone width={56} />
        </div>
      ))}
    </Loading>
  )
}
