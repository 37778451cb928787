import { Copy, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { BulkAction, BulkBar } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import { copySelected } from '../templates/index.ts'
import { deleteSelected } from './actions.ts'
import type { List } from './list.ts'

/** What can be done with the documents that are selected. */
export function DocumentsBulkBar({ list }: { list: List }) {
  const words = useWords('documents')
  const { counts, filter } = useSnapshot(list.state)
  const { workspace } = useSession()
  const copy = async () => {
    if (await copySelected([...list.state.selected], list.state.filter.type)) list.selectNone()
    list.acted()
  }
  return (
    <BulkBar list={list} all={filter.search ? null : (counts?.[filter.status] ?? null)}>
      {workspace?.permissions.includes(filter.type === 'template' ? 'can_create_templates' : 'can_create_document_copies') && (
        <BulkAction icon={Copy} label={words('bulk_copy')} onClick={() => void copy()} />
      )}
      <BulkAction icon={Trash2} label={words('bulk_delete')} onClick={() => void deleteSelected(list)} />
    </BulkBar>
  )
}
