// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table are not controls; what they hold is
// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned one by one, which the elements of a table do not allow
import { useWords } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import { type Upload, uploadCells } from '../uploads/index.ts'
import type { Column } from './columns.ts'
import classes from './Table.module.css'

export interface Position {
  readonly index: number
  readonly top: number
}

/** A file on its way to becoming a document, in the same columns. */
export function FileRow({ upload, place, columns }: { upload: Upload; place: Position; columns: readonly Column[] }) {
  const now = useWords('ui')('now')
  const { workspace } = useSession()
  const cells = uploadCells(upload)
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={place.index + 2}
      data-index={place.index}
      data-failed={upload.phase === 'failed' || undefined}
      style={{ transform: `translateY(${place.top}px)` }}
    >
      <span role="cell" />
      <div role="cell" className={classes.name}>
        {cells.name}
      </div>
      <div role="cell" className={classes.status}>
        {cells.status}
      </div>
      <div role="cell" className={classes.signers}>
        {cells.progress}
      </div>
      {columns.map(({ id }) => (
        <div key={id ?? ''} role="cell" className={classes.workspace}>
          {id === null && workspace?.account_name}
        </div>
      ))}
      <div role="cell" className={classes.changed}>
        {now}
      </div>
      <div role="cell" className={classes.action}>
        {cells.action}
      </div>
    </div>
  )
}
