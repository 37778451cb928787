import { Button, Progress } from '@mantine/core'
import { FileUp, RotateCcw, X } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { IconButton, StatusChip } from '../../ui/index.ts'
import { sizeInWords } from './accept.ts'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** What the cells of the document list show for a file on its way. */
export function uploadCells(upload: Upload) {
  return {
    name: (
      <>
        <FileUp size={16} aria-hidden />
        <span data-name>{upload.filename}</span>
      </>
    ),
    status: <StatusChip status={upload.phase === 'failed' ? 'upload_failed' : 'uploading'} />,
    progress: <UploadProgress upload={upload} />,
    action: <UploadAction upload={upload} />,
  }
}

function UploadProgress({ upload }: { upload: Upload }) {
  const words = useWords('uploads')
  if (upload.phase === 'failed') {
    return (
      <>
        <Button size="sm" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => retryUpload(upload.id)}>
          {words('again')}
        </Button>
        <span data-why="told" title={upload.problem ?? ''}>
          {upload.problem}
        </span>
      </>
    )
  }
  const percent = upload.size === 0 ? 0 : Math.floor((upload.sent / upload.size) * 100)
  const said =
    upload.phase === 'sending' ? words('progress', { percent: String(percent), size: sizeInWords(upload.size) }) : words(upload.phase)
  return (
    <>
      <Progress
        value={percent}
        size={4}
        radius={2}
        w={120}
        aria-label={words('progress_name', { name: upload.filename })}
        color="var(--primary)"
      />
      <span data-said>{said}</span>
    </>
  )
}

function UploadAction({ upload }: { upload: Upload }) {
  const words = useWords('uploads')
  const name = words(upload.phase === 'failed' ? 'dismiss' : 'cancel', { name: upload.filename })
  return <IconButton icon={X} iconSize={16} name={name} onClick={() => void cancelUpload(upload.id)} />
}
