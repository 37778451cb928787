// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table are not controls; what they hold is
// biome-ignore-all lint/a11y/useKeyWithClickEvents: clicking a row is a shortcut for its link and its box, which the keyboard reaches
// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned one by one, which the elements of a table do not allow
import { Button, Checkbox, Menu } from '@mantine/core'
import {
  Download,
  Ellipsis,
  ExternalLink,
  FileLock,
  Files,
  FileText,
  FileUp,
  FileWarning,
  FolderInput,
  PenLine,
  RotateCcw,
  Trash2,
  Webhook,
} from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { ListRow } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { go, Highlighted, hrefOf, IconButton, RelativeTime, StatusChip } from '../../ui/index.ts'
import { meOf, useSession } from '../auth/index.ts'
import { CopyItems, UseTemplate } from '../templates/index.ts'
import { type Locked, uploadAgain } from '../uploads/index.ts'
import { deleteRow, retryRow, signAs } from './actions.ts'
import type { Column } from './columns.ts'
import { isConverting, isLocked, isWithoutFile } from './conversion.ts'
import type { Position } from './FileRow.tsx'
import type { List } from './list.ts'
import { useMayMove } from './MoveDialog.tsx'
import { turnOf } from './membership.ts'
import { SignersCell } from './SignersCell.tsx'
import classes from './Table.module.css'

interface RowProps {
  readonly row: ListRow
  readonly place: Position
  readonly list: List
  readonly selected: boolean
  readonly maySelect: boolean
  readonly query: string
  readonly columns: readonly Column[]
  /** They are lines of the row, as on a phone. */
  readonly narrow: boolean
  readonly onLocked: (locked: Locked) => void
  readonly onEvents: (row: ListRow) => void
  readonly onMove: (row: ListRow) => void
}

const FADE_MS = 150

/** A changed row fades in where it stands; it never moves. */
function useFade(revision: number) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useRef(revision)
  useEffect(() => {
    if (seen.current === revision) return
    seen.current = revision
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' })
  }, [revision])
  return element
}

const iconOf = (row: ListRow) =>
  row.status === 'conversion_error' ? (isLocked(row) ? FileLock : FileWarning) : row.child_documents > 1 ? Files : FileText

export const DocumentRow = memo(function DocumentRow({
  row,
  place,
  list,
  selected,
  maySelect,
  query,
  columns,
  narrow,
  onLocked,
  onEvents,
  onMove,
}: RowProps) {
  const words = useWords('documents')
  const { user, workspaces } = useSession()
  const mayMove = useMayMove(row.document_type)
  const fade = useFade(row.revision)
  const turn = turnOf(row, meOf(user))
  const name = row.document_name
  const valueIn = (field: string | null) => row.user_defined_attributes?.find(({ id }) => id === field)?.value ?? ''
  const lines = narrow ? columns.filter(({ id }) => id !== null) : []
  const Icon = iconOf(row)
  const of = workspaces.find(({ account_key }) => account_key === row.account_key)
  const maySubscribe = of?.permissions.includes('can_view_api_details')
  const unlock = () => onLocked({ key: row.key, name, wrong: row.conversion.reason === 'password-wrong' })
  return (
    <div
      ref={fade}
      className={classes.row}
      role="row"
      aria-rowindex={place.index + 2}
      aria-selected={selected}
      data-index={place.index}
      data-failed={row.status === 'conversion_error' || undefined}
      style={{ transform: `translateY(${place.top}px)` }}
      onClick={(event) => {
        const at = event.target as HTMLElement
        if (at.closest('a, button, input, label, [role="menu"]')) return
        const selects = event.shiftKey || event.metaKey || event.ctrlKey || at.closest('[data-check]')
        if (selects && maySelect) list.toggle(row.key, event.shiftKey)
        else go(`documents/${row.key}`)
      }}
    >
      <span role="cell" className={classes.check} data-check>
        {maySelect && (
          <Checkbox
            aria-label={words('select_row', { name })}
            checked={selected}
            onChange={(event) => list.toggle(row.key, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
          />
        )}
      </span>
      <div role="cell" className={classes.name}>
        <Icon size={16} aria-hidden />
        <a
          data-name
          data-focus
          href={hrefOf(`documents/${row.key}`)}
          title={name}
          onKeyDown={(event) => {
            if (event.key !== ' ' || !maySelect) return
            event.preventDefault()
            list.toggle(row.key, event.shiftKey)
          }}
        >
          <Highlighted text={name} query={query} />
        </a>
        {row.child_documents > 1 && <span className={classes.extra}>{words('documents_in', { count: row.child_documents })}</span>}
        {row.rejected_documents !== undefined && row.status !== 'rejected' && (
          <span className={classes.extra}>{words('documents_rejected', { count: String(row.rejected_documents) })}</span>
        )}
        {turn && (
          <Button
            size="sm"
            variant="default"
            leftSection={<PenLine size={14} aria-hidden />}
            aria-label={words('sign_named', { name })}
            onClick={() => void signAs(row.key, turn.uuid)}
          >
            {words('sign')}
          </Button>
        )}
        <UseTemplate row={row} />
      </div>
      <div role="cell" className={classes.status}>
        <StatusChip status={isConverting(row) ? 'converting' : row.status} />
      </div>
      <div role="cell" className={classes.signers}>
        <SignersCell row={row} onUnlock={unlock} onRetry={() => void retryRow(list, row)} />
      </div>
      {!narrow &&
        columns.map(({ id }) => (
          <div key={id ?? ''} role="cell" className={id === null ? classes.workspace : classes.custom} title={valueIn(id)}>
            {id === null ? (
              of?.account_name
            ) : (
              <bdi>
                <Highlighted text={valueIn(id)} query={query} />
              </bdi>
            )}
          </div>
        ))}
      {lines.length > 0 && (
        <div role="cell" className={classes.lines}>
          {lines.map(({ id, name: field }) => (
            <p key={id}>
              <bdi>{field}</bdi>: <bdi>{valueIn(id) === '' ? '–' : <Highlighted text={valueIn(id)} query={query} />}</bdi>
            </p>
          ))}
        </div>
      )}
      <div role="cell" className={classes.changed}>
        <RelativeTime iso={row.date_updated} />
      </div>
      <div role="cell" className={classes.action}>
        <Menu>
          <Menu.Target>
            <IconButton icon={Ellipsis} name={words('menu', { name })} tooltip={false} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component="a" href={hrefOf(`documents/${row.key}`)} leftSection={<ExternalLink size={16} aria-hidden />}>
              {words('open')}
            </Menu.Item>
            {row.final_file_key && (
              <Menu.Item component="a" href={`/app/serve/${row.final_file_key}`} download leftSection={<Download size={16} aria-hidden />}>
                {words('download')}
              </Menu.Item>
            )}
            {row.status === 'conversion_error' && (
              <Menu.Item
                leftSection={<RotateCcw size={16} aria-hidden />}
                onClick={() => (isLocked(row) ? unlock() : void retryRow(list, row))}
              >
                {words(isLocked(row) ? 'enter_password' : 'retry')}
              </Menu.Item>
            )}
            {isWithoutFile(row) && (
              <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={() => void uploadAgain(row.key)}>
                {words('upload_again')}
              </Menu.Item>
            )}
            <CopyItems row={row} />
            {mayMove && (
              <Menu.Item leftSection={<FolderInput size={16} aria-hidden />} onClick={() => onMove(row)}>
                {words('move_item')}
              </Menu.Item>
            )}
            {maySubscribe && (
              <Menu.Item leftSection={<Webhook size={16} aria-hidden />} onClick={() => onEvents(row)}>
                {words('events')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item data-danger leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void deleteRow(list, row)}>
              {words('delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
})
