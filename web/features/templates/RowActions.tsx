import { Button, Menu } from '@mantine/core'
import { BookmarkPlus, Copy, CopyPlus } from 'lucide-react'
import type { ListRow } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import { applyTemplate, copyRow, saveAsTemplate } from './actions.ts'
import classes from './RowActions.module.css'

/** What may be made from a row: nothing before its pages are there. */
function useMayMake(row: ListRow) {
  const { workspaces } = useSession()
  const has = (permission: string) =>
    workspaces.some(({ account_key, permissions }) => account_key === row.account_key && permissions.includes(permission))
  const ready = row.conversion.state === 'converted'
  return {
    document: ready && has('can_create_document_copies'),
    template: ready && has('can_create_templates'),
  }
}

/** The one thing a template is for, where it stands in the list. */
export function UseTemplate({ row }: { readonly row: ListRow }) {
  const words = useWords('templates')
  const may = useMayMake(row)
  if (row.document_type !== 'template' || !may.document) return null
  return (
    <Button
      className={classes.use ?? ''}
      data-use
      size="sm"
      variant="default"
      leftSection={<CopyPlus size={14} aria-hidden />}
      aria-label={words('use_named', { name: row.document_name })}
      onClick={() => void applyTemplate(row.key)}
    >
      {words('use')}
    </Button>
  )
}

/** The entries of a row's menu that make something from it. */
export function CopyItems({ row }: { readonly row: ListRow }) {
  const words = useWords('templates')
  const may = useMayMake(row)
  const isTemplate = row.document_type === 'template'
  return (
    <>
      {isTemplate && may.document && (
        <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} onClick={() => void applyTemplate(row.key)}>
          {words('use')}
        </Menu.Item>
      )}
      {(isTemplate ? may.template : may.document) && (
        <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => void copyRow(row.key)}>
          {words('copy')}
        </Menu.Item>
      )}
      {!isTemplate && may.template && (
        <Menu.Item leftSection={<BookmarkPlus size={16} aria-hidden />} onClick={() => void saveAsTemplate(row.key)}>
          {words('save_as')}
        </Menu.Item>
      )}
    </>
  )
}
