import { Paperclip, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { disclosed } from '#domain/kernel'
import { isAttachedFile } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { useUpload } from '../signature/index.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Chooses a file, uploads it, and shows which one is there: it can be replaced, or removed. */
function FileFieldInput({ field, filesGoTo, onCommit, attach }: FieldInputProps) {
  const words = useWords('fields')
  const input = useRef<HTMLInputElement>(null)
  const { upload, send } = useUpload(
    async (file, sent) => onCommit(await attach(file, sent)),
    (thrown) => words('upload_failed', { why: messageOf(thrown, words('upload_again')) }),
  )
  const value = disclosed(field.value, null)
  const held = value !== null && isAttachedFile(value) ? value : null
  const sending = upload.state === 'sending'
  const bad = upload.state === 'failed' ? upload.why : upload.state === 'executable' ? words('file_executable') : null
  const part = sending && upload.progress !== null ? words('file_sending_part', { part: String(upload.progress) }) : words('file_sending')
  return (
    <div className={classes.file}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={fieldLabel(field)}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) void send(file)
          event.currentTarget.value = ''
        }}
      />
      {held && (
        <p className={classes.fileName}>
          <Paperclip size={16} aria-hidden />
          <span dir="auto">{held.filename}</span>
        </p>
      )}
      <div className={classes.fileActions}>
        <button type="button" className={classes.fileButton} data-autofocus disabled={sending} onClick={() => input.current?.click()}>
          <Upload size={18} aria-hidden="true" />
          {sending ? part : words(held ? 'file_replace' : 'file_choose')}
        </button>
        {held && (
          <button type="button" className={classes.fileButton} disabled={sending} onClick={() => onCommit(null)}>
            <Trash2 size={18} aria-hidden="true" />
            {words('file_remove')}
          </button>
        )}
      </div>
      <p className={classes.fileNote} role={bad ? 'alert' : 'status'}>
        {bad ?? words(`file_goes_to_${filesGoTo}`)}
      </p>
    </div>
  )
}

export const file: FieldWidget = { icon: Paperclip, letter: 'F', group: 'fill', Input: FileFieldInput }
