import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { shrunk, UnreadablePhoto } from './shrink.ts'
import classes from './signature.module.css'
import { useUpload } from './useUpload.ts'

interface Props {
  readonly label: string
  /** Of the one that is there; null where none is, or it has not come yet. */
  readonly url: string | null
  /** Once it is sent it is taken off its paper, which takes a moment. */
  readonly enhances?: boolean
  onFile(file: File, sent: (part: number) => void): Promise<void>
  /** What is said of a failure. */
  failed(thrown: unknown): string
}

/** Chooses a picture, uploads it, and shows it. */
export function PictureUpload({ label, url, enhances = false, onFile, failed }: Props) {
  const words = useWords('signature')
  const { upload, send } = useUpload(
    async (file, sent) => onFile(await shrunk(file), sent),
    (thrown) => (thrown instanceof UnreadablePhoto ? words('heic') : failed(thrown)),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  // As it will stand in the document, which is fetched first.
  const preview = url || chosen
  const input = useRef<HTMLInputElement>(null)
  const { state } = upload
  const take = async (file: File | undefined) => {
    if (file && (await send(file))) setChosen(URL.createObjectURL(file))
  }
  const bad = state === 'failed' ? upload.why : state === 'executable' ? words('executable') : null
  const sending =
    state === 'sending' && (upload.progress === null ? words('sending') : words('sending_part', { part: String(upload.progress) }))
  const enhancing = enhances && state === 'sending' && upload.sent
  return (
    <div className={classes.upload} data-enhancing={enhancing || undefined}>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className={classes.file}
        aria-label={words('choose_label', { label })}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {preview && <img src={preview} alt={words('uploaded_alt', { label })} className={classes.picture} />}
      <button type="button" className={classes.choose} data-autofocus onClick={() => input.current?.click()} disabled={state === 'sending'}>
        <Upload size={18} aria-hidden="true" />
        {sending || words(preview ? 'choose_other' : 'choose')}
      </button>
      {bad && (
        <p className={classes.problem} role="alert" data-kind="danger">
          {bad}
        </p>
      )}
      <p className={classes.note} role="status">
        {words(enhancing ? 'enhancing' : 'upload_note')}
      </p>
    </div>
  )
}
