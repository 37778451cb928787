import { Combine, Copy, FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { BulkAction, BulkBar } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import { copySelected, deleteSelected } from './bulk.ts'
import type { List } from './list.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { MoveDialog, movableRow, useMayMove } from './MoveDialog.tsx'

/** Whether its member may do anything with several documents at once. */
export const useMaySelect = () => useMay('can_do_bulk_actions')

/** What can be done with the documents that are selected. */
export function DocumentsBulkBar({ list }: { list: List }) {
  const words = useWords('documents')
  const { counts, filter } = useSnapshot(list.state)
  const { workspace } = useSession()
  const mayMove = useMayMove(filter.type)
  const maySelect = useMaySelect()
  const [merging, setMerging] = useState<readonly ListRow[] | null>(null)
  const [moving, setMoving] = useState<readonly ListRow[] | null>(null)
  const may = (ofDocuments: string | null, ofTemplates: string) => {
    const needed = filter.type === 'template' ? ofTemplates : ofDocuments
    return needed === null || (workspace?.permissions.includes(needed) ?? false)
  }
  const selection = () => {
    const { selected, rows } = list.state
    return [...selected].flatMap((key) => rows.find((row) => row.key === key) ?? [])
  }
  const merge = () => {
    const chosen = selection()
    if (chosen.length < 2) say.warning(words('merge_too_few'))
    else setMerging(chosen)
  }
  if (!maySelect) return null
  return (
    <>
      <BulkBar list={list} all={filter.search ? null : (counts?.[filter.status] ?? null)}>
        {may('can_create_document_copies', 'can_create_templates') && (
          <BulkAction icon={Copy} label={words('bulk_copy')} onClick={() => void copySelected(list)} />
        )}
        {may(null, 'can_merge_templates') && <BulkAction icon={Combine} label={words('bulk_merge')} onClick={merge} />}
        {mayMove && <BulkAction icon={FolderInput} label={words('bulk_move')} onClick={() => setMoving(selection())} />}
        {may('can_delete_documents', 'can_delete_templates') && (
          <BulkAction icon={Trash2} label={words('bulk_delete')} onClick={() => void deleteSelected(list)} />
        )}
      </BulkBar>
      {merging && <MergeDialog list={list} chosen={merging} onClose={() => setMerging(null)} />}
      {moving && <MoveDialog list={list} kind={filter.type} chosen={moving.map(movableRow)} onClose={() => setMoving(null)} />}
    </>
  )
}
