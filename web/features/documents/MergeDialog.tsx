import { Button, Group, Loader, Overlay, Portal } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, go, IconButton, say } from '../../ui/index.ts'
import { mergeDocuments } from './calls.ts'
import type { List } from './list.ts'
import classes from './MergeDialog.module.css'

/** Specification file 3, section 9: the overlay lingers this long after a merge. */
export const OVERLAY_LINGERS_MS = 2_500

interface MergeDialogProps {
  readonly list: List
  /** In the order in which they were selected. */
  readonly chosen: readonly ListRow[]
  readonly onClose: () => void
}

/** Documents that become one, in an order that can be changed. */
export function MergeDialog({ list, chosen, onClose }: MergeDialogProps) {
  const words = useWords('documents')
  const [rows, setRows] = useState(chosen)
  const [busy, setBusy] = useState(false)
  const swap = (at: number, with_: number) => {
    const next = [...rows]
    const [one, other] = [next[at], next[with_]]
    if (!one || !other) return
    next[at] = other
    next[with_] = one
    setRows(next)
  }
  const merge = async () => {
    setBusy(true)
    try {
      const made = await mergeDocuments(rows.map(({ key }) => key))
      list.selectNone()
      list.acted()
      await new Promise((resolve) => setTimeout(resolve, OVERLAY_LINGERS_MS))
      onClose()
      go(`documents/${made}`)
      say.success(words('merged', { count: String(rows.length) }))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('merge_failed')))
      setBusy(false)
    }
  }
  return (
    <>
      <Dialog opened={!busy} onClose={onClose} title={words('merge_title')} centered size={520}>
        <p className={classes.lead}>{words('merge_lead')}</p>
        <ol className={classes.rows}>
          {rows.map(({ key, document_name: name }, at) => (
            <li key={key} className={classes.row}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <IconButton
                icon={ArrowUp}
                name={words('merge_up', { name })}
                tooltip={false}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                name={words('merge_down', { name })}
                tooltip={false}
                disabled={at === rows.length - 1}
                onClick={() => swap(at, at + 1)}
              />
            </li>
          ))}
        </ol>
        <Group justify="flex-end" mt="md">
          <Button onClick={() => void merge()}>{words('merge')}</Button>
        </Group>
      </Dialog>
      {busy && (
        <Portal>
          <Overlay fixed zIndex={300} className={classes.overlay ?? ''} backgroundOpacity={0.5}>
            <div role="status" className={classes.merging}>
              <Loader size="sm" />
              {words('merging', { count: String(rows.length) })}
            </div>
          </Overlay>
        </Portal>
      )}
    </>
  )
}
