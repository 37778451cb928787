import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { ErrorState, Stale } from '../ui/index.ts'
import type { ListOf } from './list.ts'
import type { Keyed } from './rows.ts'

interface ListedProps<Row extends Keyed, Filter extends object> {
  readonly list: ListOf<Row, Filter>
  /** The shapes of its rows. */
  readonly waiting: ReactNode
  /** In place of the rows where there are none. */
  readonly empty: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list in each state: on its way, not to be had, empty, or there and perhaps out of date. */
export function Listed<Row extends Keyed, Filter extends object>({ list, waiting, empty, children }: ListedProps<Row, Filter>) {
  const { phase, problem, rows } = useSnapshot(list.state)
  const again = () => void list.again()
  if (phase === 'loading') return waiting
  if (phase === 'failed') return <ErrorState message={problem ?? ''} onRetry={again} />
  return (
    <>
      {problem !== null && <Stale message={problem} onRetry={again} />}
      {rows.length === 0 ? empty : children(rows as readonly Row[])}
    </>
  )
}
