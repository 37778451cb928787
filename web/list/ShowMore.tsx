import { Button } from '@mantine/core'
import classes from './ShowMore.module.css'

interface Props {
  readonly label: string
  /** What of the list it is under. */
  readonly list: { readonly phase: string; readonly nextCursor: string | null; readonly fetchingMore: boolean }
  onMore(): void
}

/** Under a list that has a further page. */
export function ShowMore({ label, list: { phase, nextCursor, fetchingMore }, onMore }: Props) {
  if (phase !== 'ready' || nextCursor === null) return null
  return (
    <div className={classes.more}>
      <Button variant="default" loading={fetchingMore} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
