import { Button, Select } from '@mantine/core'
import { Download, FileCode2, FilePen, type LucideIcon, ScanEye } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { TempDownloadType } from '#contract/temp-downloads'
import { useWords } from '../../messages/index.ts'
import { Dialog } from '../../ui/index.ts'
import { downloads, idOf, prepare, type Wanted } from './downloads.ts'
import classes from './temp-downloads.module.css'

const ICONS: Readonly<Record<TempDownloadType, LucideIcon>> = {
  preview: ScanEye,
  form_with_custom_id: FilePen,
  form_with_meta_data: FileCode2,
}

export interface TempDownloadsProps {
  readonly documents: readonly { readonly key: string; readonly name: string }[]
  readonly types: readonly TempDownloadType[]
  before?(): Promise<unknown>
  readonly opened: boolean
  onClose(): void
}

/** The specification's panel: files of a document to look at or to fill in elsewhere, each made when it is asked for. */
export function TempDownloads({ documents, types, before, opened, onClose }: TempDownloadsProps) {
  const words = useWords('temp_downloads')
  const [chosen, setChosen] = useState<string | null>(null)
  const document = documents.find(({ key }) => key === chosen) ?? documents[0]
  if (!document) return null
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} centered size={520}>
      <div className={classes.panel}>
        <p>{words('lead')}</p>
        {documents.length > 1 && (
          <Select
            label={words('document')}
            data={documents.map(({ key, name }) => ({ value: key, label: name }))}
            value={document.key}
            allowDeselect={false}
            onChange={setChosen}
          />
        )}
        <ul className={classes.list}>
          {types.map((type) => (
            <Offer key={type} wanted={{ document: document.key, name: document.name, type, ...(before && { before }) }} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Offer({ wanted }: { readonly wanted: Wanted }) {
  const { document, type } = wanted
  const words = useWords('temp_downloads')
  const made = useSnapshot(downloads)[idOf(document, type)]
  const Icon = ICONS[type]
  const what = words(type)
  return (
    <li className={classes.offer}>
      <Icon size={20} aria-hidden />
      <div className={classes.about}>
        <h3>{what}</h3>
        <p>{words(`${type}_about`)}</p>
        <p className={classes.state} role="status">
          {made?.state === 'making' && words('making')}
          {made?.state === 'failed' && words('took_too_long')}
        </p>
      </div>
      {made?.state === 'made' ? (
        <Button
          component="a"
          href={made.url}
          download
          variant="default"
          aria-label={words('again_named', { what })}
          leftSection={<Download size={16} aria-hidden />}
        >
          {words('again')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={made?.state === 'making'}
          aria-label={words('prepare_named', { what })}
          onClick={() => void prepare(wanted)}
        >
          {words('prepare')}
        </Button>
      )}
    </li>
  )
}
