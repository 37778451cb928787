import { Button, Progress } from '@mantine/core'
import { RotateCcw, X } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import { sizeInWords } from '../uploads/index.ts'
import classes from './appendices.module.css'
import { type AppendixUpload, cancelAppendix, retryAppendix, useAppendixUploads } from './uploads.ts'

/** What is on its way to a document: how far, and what went wrong. */
export function AppendixUploads({ document }: { readonly document: string }) {
  const uploads = useAppendixUploads(document)
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list}>
      {uploads.map((upload) => (
        <Row key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

function Row({ upload }: { readonly upload: AppendixUpload }) {
  const words = useWords('appendix_editing')
  const { id, filename: name, size, sent, phase, problem } = upload
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  const failed = phase === 'failed'
  return (
    <li className={classes.upload} data-upload={phase}>
      <span className={classes.what}>
        <b dir="auto">{name}</b>
        {failed ? (
          <small className={classes.problem} title={problem ?? ''}>
            {problem}
          </small>
        ) : (
          <>
            <small>{phase === 'sending' ? words('sending', { percent: String(percent), size: sizeInWords(size) }) : words(phase)}</small>
            <Progress value={percent} size={4} radius={2} aria-label={words('progress', { name })} color="var(--primary)" />
          </>
        )}
      </span>
      {failed && (
        <Button size="sm" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => retryAppendix(id)}>
          {words('again')}
        </Button>
      )}
      <IconButton icon={X} iconSize={16} name={words(failed ? 'dismiss' : 'cancel', { name })} onClick={() => cancelAppendix(id)} />
    </li>
  )
}
