import { Button, Progress } from '@mantine/core'
import { CircleCheck, FileQuestion, FileSearch, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { HttpRefused, putFile } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import { verificationUpload, verificationUploaded } from './calls.ts'
import classes from './evidence.module.css'
import { type VerificationItem, verify } from './verification-item.ts'

interface Props {
  readonly document: string
  readonly opened: boolean
  onClose(): void
}

/** A file that somebody brought is held against this document: whether it is its final file, and untouched. */
export function CompareSheet({ document, opened, onClose }: Props) {
  const words = useWords('evidence')
  const [item, setItem] = useState<VerificationItem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    if (!opened) return
    setItem(null)
    const abort = new AbortController()
    leaving.current = abort
    // Nobody reads the answer any more, and the next file has its own.
    return () => abort.abort()
  }, [opened])
  const busy = item?.verification_status === 'uploading' || item?.verification_status === 'checking'
  const take = (file: File) => {
    const { signal } = leaving.current
    return verify(
      document,
      file.name,
      {
        place: () => verificationUpload(document, signal),
        send: (url, onProgress) => putFile(url, file, onProgress, signal),
        check: (key) => verificationUploaded(document, key, signal),
        reasonOf: (thrown) => (thrown instanceof HttpRefused ? thrown.message : null),
      },
      setItem,
      signal,
    )
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('compare_title')} centered size={480}>
      <div className={classes.form}>
        <p>{words('compare_lead')}</p>
        {item && <Item item={item} />}
        <input
          ref={input}
          id={id}
          className={classes.file}
          type="file"
          accept="application/pdf"
          aria-label={words('compare_choose')}
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file) void take(file)
          }}
        />
        <Answers>
          <Button variant="default" onClick={onClose}>
            {words(busy ? 'cancel' : 'close')}
          </Button>
          <Button data-autofocus disabled={busy} onClick={() => input.current?.click()}>
            {words(item ? 'compare_another' : 'compare_choose')}
          </Button>
        </Answers>
      </div>
    </Dialog>
  )
}

const ICONS = { final: CircleCheck, other: FileQuestion, changed: TriangleAlert } as const

function Item({ item: { filename, verification_status, message, upload_progress, verdict } }: { item: VerificationItem }) {
  const words = useWords('evidence')
  const Icon = verification_status === 'error' ? TriangleAlert : verdict ? ICONS[verdict] : FileSearch
  const title = verdict
    ? words(`compare_${verdict}`)
    : words(verification_status === 'checking' ? 'compare_checking' : verification_status === 'error' ? 'compare_error' : 'compare_sending')
  return (
    <section className={classes.item} data-kind={verification_status === 'error' ? 'error' : (verdict ?? 'busy')} role="status">
      <Icon size={20} aria-hidden />
      <div>
        <b>{title}</b>
        <span>{filename}</span>
        {message && <p>{message}</p>}
        {(verification_status === 'uploading' || verification_status === 'checking') && (
          <Progress
            size={4}
            radius={2}
            value={upload_progress * 100}
            animated={verification_status === 'checking'}
            striped={verification_status === 'checking'}
            aria-label={title}
          />
        )}
      </div>
    </section>
  )
}
