import { Download, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import type { Appendix, SupportingFile } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { sizeInWords } from '../uploads/index.ts'
import classes from './appendices.module.css'

interface Props {
  readonly appendices: readonly Appendix[]
  /** Files that stand in fields. */
  readonly attached?: readonly SupportingFile[]
  /** Where no link could carry the session: answers whether it came. Otherwise links lead there. */
  download?(path: string, filename: string): Promise<boolean>
  /** Next to each, its audience. */
  readonly audience?: boolean
}

/** Supporting documents that have their file, to be read: each is saved, none is opened in place. */
export function AppendixList({ appendices, attached = [], download, audience = false }: Props) {
  const words = useWords('appendices')
  const [failed, setFailed] = useState<string | null>(null)
  const rows = [
    ...appendices.flatMap(({ file, description, audience: of }) => {
      if (!file) return []
      const size = disclosed(file.content, null)?.size
      const notes = [
        disclosed(description, ''),
        size === undefined ? '' : sizeInWords(size),
        audience ? of.map((one) => words(one)).join(', ') : '',
      ]
      return [{ key: file.key, name: disclosed(file.filename, ''), notes }]
    }),
    ...attached.map(({ key, filename, size }) => ({ key, name: filename, notes: [words('attached'), sizeInWords(size)] })),
  ]
  return (
    <ul className={classes.list}>
      {rows.map(({ key, name, notes }) => {
        const shown = (
          <>
            <Paperclip size={16} aria-hidden />
            <span className={classes.what}>
              <b dir="auto">{name}</b>
              <small dir="auto">{notes.filter((note) => note !== '').join(' · ')}</small>
            </span>
            <Download size={16} aria-hidden />
          </>
        )
        const label = words('download', { name })
        return (
          <li key={key}>
            {download ? (
              <button
                type="button"
                className={classes.row}
                aria-label={label}
                onClick={async () => setFailed((await download(fileUrl(key), name)) ? null : key)}
              >
                {shown}
              </button>
            ) : (
              <a className={classes.row} aria-label={label} href={fileUrl(key)} download>
                {shown}
              </a>
            )}
            {failed === key && (
              <p className={classes.problem} role="alert">
                {words('download_failed')}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
