import { Drawer } from '@mantine/core'
import { ChevronDown, FileText } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../../messages/index.ts'
import { useLeftByEscape } from '../../../ui/index.ts'
import { documentName } from '../state/tab-name.ts'
import { useUi, useView } from './context.ts'
import { DocumentTabs } from './DocumentTabs.tsx'
import classes from './minimap.module.css'

/** Where there is no minimap: the document that is worked on, and a sheet with all of them and what can be done with each. */
export function DocumentsSheet() {
  const words = useWords('editor')
  const [opened, setOpened] = useState(false)
  useLeftByEscape(opened, () => setOpened(false))
  const { document: shown } = useUi()
  const name = useView((view) => {
    const child = view.documents.find(({ key }) => key === shown)
    return child ? documentName(view, child) : ''
  })
  const pages = useView((view) => view.documents.find(({ key }) => key === shown)?.pages.length ?? 0)
  return (
    <>
      <button
        type="button"
        className={classes.shown}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={words('documents_named', { name })}
        onClick={() => setOpened(true)}
      >
        <FileText size={18} aria-hidden="true" />
        <span>{name}</span>
        <small>{pages > 0 && words('pages_count', { count: pages })}</small>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Drawer opened={opened} onClose={() => setOpened(false)} position="bottom" size="70%" title={words('documents')} padding="md">
        <div className={classes.sheet}>
          <DocumentTabs whole />
        </div>
      </Drawer>
    </>
  )
}
