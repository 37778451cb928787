import { Button } from '@mantine/core'
import { Heading, Pilcrow } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, type FormEntry, liveFormEntries, type PackCommand, type PackState } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { say, UNDO_SECONDS } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { fieldIcon, fieldLabel } from '../../fields/index.ts'
import { documentName } from '../state/tab-name.ts'
import { useEditor, useView } from '../view/context.ts'
import { whoseIs } from '../view/people.ts'
import { type EntryActions, EntryRow } from './EntryRow.tsx'
import classes from './form.module.css'
import { fieldsLeft, moveTo } from './order.ts'

/** Whether this person may arrange the form, as far as is known here. */
export function useMayArrange(): boolean {
  const inSetup = useView(({ status }) => status === 'setup')
  return useMay('can_set_up_form_views') && inSetup
}

interface Props {
  /** In a page that has a main part already. */
  readonly inPanel?: boolean
  onField(key: string): void
}

/** The form as signers see it, to be arranged: headings, paragraphs and fields in their order. */
export function FormEditor({ inPanel = false, onField }: Props) {
  const words = useWords('form')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const mayArrange = useMayArrange()
  const entries = liveFormEntries(view)
  const left = fieldsLeft(view)
  /** The entry that was looked at last: what is added follows it. */
  const [at, setAt] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  /** Where the focus goes once an entry is there, or stands elsewhere. */
  const focusNext = useRef<{ readonly entry: string; readonly on: string } | null>(null)
  useEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next) list.current?.querySelector<HTMLElement>(`[data-entry="${next.entry}"] [data-control="${next.on}"]`)?.focus()
  })
  const labelOf = (entry: FormEntry) => labelOfEntry(view, entry) || words('untitled')

  const add = (...added: readonly NewEntry[]) => {
    let after = entries.some(({ key }) => key === at) ? at : (entries.at(-1)?.key ?? null)
    const commands = added.map((one): PackCommand => {
      const entry = newKey()
      const command = { do: 'AddFormEntry', entry, label: '', ...one, after } as const
      after = entry
      return command
    })
    setAt(after)
    if (after !== null && added.length === 1) focusNext.current = { entry: after, on: 'text' }
    editor.step(commands)
  }
  const move = (entry: FormEntry, place: number) => {
    if (place < 0 || place >= entries.length) return
    editor.step([moveTo(view, entry.key, place)])
    setSaid(words('moved', { label: labelOf(entry), at: String(place + 1), count: String(entries.length) }))
  }
  const remove = (entry: FormEntry) => {
    const place = entries.indexOf(entry)
    const next = entries[place + 1] ?? entries[place - 1]
    if (next) focusNext.current = { entry: next.key, on: 'text' }
    editor.step([{ do: 'RemoveFormEntry', entry: entry.key }])
    const undo = () => editor.step([{ do: 'RestoreFormEntry', entry: entry.key }])
    say.info(words('removed', { label: labelOf(entry) }), UNDO_SECONDS, { action: { label: words('undo'), run: undo } })
  }
  const acting: EntryActions = {
    look: setAt,
    step: (command) => editor.step([command]),
    move(key, by) {
      const place = entries.findIndex((entry) => entry.key === key)
      const [next, other] = by < 0 ? (['up', 'down'] as const) : (['down', 'up'] as const)
      // At an end the way there is off: the focus goes to the other.
      const isEnd = place + by === (by < 0 ? 0 : entries.length - 1)
      focusNext.current = { entry: key, on: isEnd ? other : next }
      if (entries[place]) move(entries[place], place + by)
    },
    drag: setDragged,
    /** Before the entry that it was dropped on, or behind it. */
    drop(onto, behind) {
      const entry = entries.find(({ key }) => key === dragged)
      setDragged(null)
      if (!entry || entry.key === onto) return
      const others = entries.filter((one) => one !== entry)
      move(entry, others.findIndex(({ key }) => key === onto) + (behind ? 1 : 0))
    },
    remove(key) {
      const entry = entries.find((one) => one.key === key)
      if (entry) remove(entry)
    },
    showField: onField,
  }
  const latest = useRef(acting)
  latest.current = acting
  const does = useMemo(
    (): EntryActions => ({
      look: (entry) => latest.current.look(entry),
      step: (command) => latest.current.step(command),
      move: (entry, by) => latest.current.move(entry, by),
      drag: (entry) => latest.current.drag(entry),
      drop: (onto, behind) => latest.current.drop(onto, behind),
      remove: (entry) => latest.current.remove(entry),
      showField: (field) => latest.current.showField(field),
    }),
    [],
  )

  const Area = inPanel ? 'section' : 'main'
  return (
    <Area className={classes.area} aria-label={words('title')}>
      <div className={classes.sheet}>
        <h1 className={classes.title}>{words('title')}</h1>
        <p className={classes.lead}>{words('lead')}</p>
        {!mayArrange && view.status === 'setup' && <p className={classes.note}>{words('not_permitted')}</p>}
        {entries.length === 0 && <p className={classes.empty}>{words('empty')}</p>}
        <ol ref={list} className={classes.entries} aria-label={words('entries')}>
          {entries.map((entry, place) => (
            <EntryRow
              key={entry.key}
              entry={entry}
              field={entry.asksFor === null ? null : (view.fields[entry.asksFor] ?? null)}
              whose={entry.asksFor === null ? '' : whereOf(view, view.fields[entry.asksFor]!)}
              label={labelOf(entry)}
              first={place === 0}
              last={place === entries.length - 1}
              mayArrange={mayArrange}
              dragged={dragged === entry.key}
              does={does}
            />
          ))}
        </ol>
        <p role="status" className="visually-hidden">
          {said}
        </p>
        {mayArrange && (
          <div className={classes.adders}>
            <Button variant="default" leftSection={<Heading size={16} aria-hidden />} onClick={() => add({ type: 'h2', asksFor: null })}>
              {words('add_heading')}
            </Button>
            <Button variant="default" leftSection={<Pilcrow size={16} aria-hidden />} onClick={() => add({ type: 'p', asksFor: null })}>
              {words('add_paragraph')}
            </Button>
          </div>
        )}
        {left.length > 0 ? (
          <section className={classes.left} aria-labelledby="form-left">
            <div className={classes.leftHead}>
              <h2 id="form-left">{words('left')}</h2>
              {mayArrange && (
                <Button size="sm" variant="default" onClick={() => add(...withDocuments(view, left))}>
                  {words('add_all', { count: left.length })}
                </Button>
              )}
            </div>
            <p className={classes.note}>{words('left_hint')}</p>
            <ul>
              {left.map((field) => {
                const Icon = fieldIcon(field.type)
                return (
                  <li key={field.key}>
                    <Icon size={16} aria-hidden="true" />
                    <span className={classes.name}>
                      <bdi>{fieldLabel(field)}</bdi>
                      <small>{whereOf(view, field)}</small>
                    </span>
                    {mayArrange && (
                      <Button
                        size="sm"
                        variant="subtle"
                        aria-label={words('add', { label: fieldLabel(field) })}
                        onClick={() => add({ type: 'field', asksFor: field.key })}
                      >
                        {words('add_short')}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        ) : (
          entries.length === 0 && <p className={classes.note}>{words('no_fields')}</p>
        )}
      </div>
    </Area>
  )
}

type NewEntry = Pick<FormEntry, 'type' | 'asksFor'> & { readonly label?: string }

/** Entries for fields; of several documents each has its heading, as signers see it without a form. */
function withDocuments(view: PackState, fields: readonly Field[]): readonly NewEntry[] {
  return fields.flatMap(({ key, document }, at): NewEntry[] => {
    const begun = view.documents.length > 1 && fields[at - 1]?.document !== document && view.documents.find((one) => one.key === document)
    const heading: NewEntry[] = begun ? [{ type: 'h2', asksFor: null, label: documentName(view, begun) }] : []
    return [...heading, { type: 'field', asksFor: key }]
  })
}

/** Whose it is, and of several documents on which it stands. */
function whereOf(view: PackState, field: Field): string {
  const document = view.documents.length > 1 && view.documents.find(({ key }) => key === field.document)
  return document ? `${whoseIs(view, field)} · ${documentName(view, document)}` : whoseIs(view, field)
}

function labelOfEntry({ fields }: PackState, { label, asksFor }: FormEntry): string {
  const field = asksFor === null ? undefined : fields[asksFor]
  return disclosed(label, '').trim() || (field ? fieldLabel(field) : '')
}
