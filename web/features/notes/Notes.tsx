import { NativeSelect, Textarea } from '@mantine/core'
import { StickyNote } from 'lucide-react'
import { useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, MOST_TEXT, type PackState, signatoryOf } from '#domain/pack'
import { newKey } from '../../http/index.ts'
import { type PackSession, refusalWords } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { Asking, fieldHelp } from '../fields/index.ts'
import classes from './notes.module.css'
import { noteOn, notesIn } from './notes.ts'

interface Props {
  readonly session: PackSession
  readonly view: PackState
  /** Who reads here: a signatory's uuid, or 'self' for the team. */
  readonly by: string
  readonly mayAdd: boolean
  /** Whether what is theirs can still be written on. */
  readonly open: boolean
}

/** What is being written: on a note that is there (`field`), or a new one on a page. */
interface Written {
  readonly field: string | null
  readonly at: string
  readonly text: string
}

const NOTHING: Written = { field: null, at: '', text: '' }

/** People's messages about the document: to be read, and added to, in windows of their own. */
export function Notes({ session, view, by, mayAdd, open }: Props) {
  const words = useWords('notes')
  const list = useRef<HTMLDialogElement>(null)
  const writing = useRef<HTMLDialogElement>(null)
  const [written, setWritten] = useState(NOTHING)
  const [problem, setProblem] = useState<string | null>(null)
  const notes = notesIn(view, by)
  if (notes.length === 0 && !mayAdd) return null

  const several = view.documents.length > 1
  const labelOf = (key: string, page: number) => {
    const document = view.documents.find((each) => each.key === key)
    return several
      ? words('page_of', { document: disclosed(document?.name ?? '', ''), page: String(page + 1) })
      : words('page', { page: String(page + 1) })
  }
  // Two thousand of them only while one is chosen: this is drawn with every change of the document.
  const pages =
    written.at === ''
      ? []
      : view.documents.flatMap(({ key, pages: all }) => all.map((_, page) => ({ value: `${key} ${page}`, label: labelOf(key, page) })))
  const write = (next: Written) => {
    setProblem(null)
    setWritten(next)
    writing.current?.showModal()
  }
  const save = () => {
    const text = written.text.trim()
    const [document = '', page = '0'] = written.at.split(' ')
    const refused = session.do(
      written.field === null
        ? noteOn(view, { document, page: Number(page) }, { field: newKey(), by, text })
        : { do: 'FillField', field: written.field, by, value: text },
    )
    if (refused) return setProblem(text === '' ? words('empty') : refusalWords(refused))
    writing.current?.close()
  }
  return (
    <>
      <button type="button" className={classes.open} onClick={() => list.current?.showModal()}>
        <StickyNote size={16} aria-hidden="true" />
        {words('open', { count: notes.length })}
      </button>
      <Asking
        window={list}
        heading={words('title')}
        no={words('close')}
        {...(mayAdd ? { yes: words('add'), onYes: () => write({ field: null, at: `${view.documents[0]?.key} 0`, text: '' }) } : {})}
      >
        {notes.length === 0 && <p className={classes.none}>{words('none')}</p>}
        <ul className={classes.list}>
          {notes.map((note) => (
            <Note
              key={note.key}
              note={note}
              view={view}
              by={by}
              where={labelOf(note.document, note.page)}
              {...(open && note.assignee === by
                ? { onWrite: () => write({ field: note.key, at: '', text: String(disclosed(note.value ?? '', '')) }) }
                : {})}
            />
          ))}
        </ul>
      </Asking>
      <Asking
        window={writing}
        heading={words(written.field === null ? 'add_title' : 'write_title')}
        no={words('cancel')}
        yes={words('save')}
        onYes={save}
        onClose={() => setWritten(NOTHING)}
      >
        <div className={classes.fields}>
          {written.field === null && pages.length > 1 && (
            <NativeSelect
              size="md"
              label={words('where')}
              data={pages}
              value={written.at}
              onChange={(event) => setWritten({ ...written, at: event.currentTarget.value })}
            />
          )}
          <Textarea
            size="md"
            label={words('text')}
            description={words(by === 'self' ? 'read_by_team' : 'read_by_sender')}
            attributes={{ input: { dir: 'auto' } }}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={MOST_TEXT}
            value={written.text}
            error={problem}
            onChange={(event) => {
              setProblem(null)
              setWritten({ ...written, text: event.currentTarget.value })
            }}
          />
        </div>
      </Asking>
    </>
  )
}

interface NoteProps {
  readonly note: Field
  readonly view: PackState
  readonly by: string
  readonly where: string
  onWrite?(): void
}

function Note({ note, view, by, where, onWrite }: NoteProps) {
  const words = useWords('notes')
  const nameOf = (uuid: string) => {
    const signatory = signatoryOf(view, uuid)
    return disclosed(signatory?.name ?? '', '') || disclosed(signatory?.role ?? '', '')
  }
  const from = (who: string) => (who === 'self' ? words(by === 'self' ? 'team' : 'sender') : who === by ? words('you') : nameOf(who))
  const text = disclosed(note.value ?? '', '')
  const other = note.filledBy !== null && note.assignee !== null && note.assignee !== note.filledBy ? from(note.assignee) : null
  return (
    <li className={classes.note}>
      <p className={classes.about}>
        {[note.filledBy && from(note.filledBy), other && words('to', { name: other }), where].filter(Boolean).join(' · ')}
      </p>
      <p className={classes.text} dir="auto">
        {typeof text === 'string' && text !== '' ? text : fieldHelp(note)}
      </p>
      {onWrite && (
        <button type="button" className={classes.write} onClick={onWrite}>
          {words(text === '' ? 'write' : 'change')}
        </button>
      )}
    </li>
  )
}
