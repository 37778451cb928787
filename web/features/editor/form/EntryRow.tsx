import { NativeSelect } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, SlidersHorizontal, X } from 'lucide-react'
import { type DragEvent, memo, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { Field, FormEntry, PackCommand } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton, type IconButtonProps, useDraft } from '../../../ui/index.ts'
import { fieldIcon, fieldLabel } from '../../fields/index.ts'
import classes from './form.module.css'

interface Props {
  readonly entry: FormEntry
  readonly field: Field | null
  readonly whose: string
  readonly label: string
  readonly first: boolean
  readonly last: boolean
  readonly mayArrange: boolean
  readonly dragged: boolean
  readonly does: EntryActions
}

/** The same for every entry, so that of hundreds only those that changed are drawn again. */
export interface EntryActions {
  look(entry: string): void
  step(command: PackCommand): void
  move(entry: string, by: 1 | -1): void
  drag(entry: string | null): void
  drop(onto: string, behind: boolean): void
  remove(entry: string): void
  showField(field: string): void
}

const MOST = 2_000
const LEVELS = ['h1', 'h2', 'h3', 'p'] as const

/** One entry, in the size in which signers see it. */
export const EntryRow = memo(function EntryRow({ entry, field, whose, label, first, last, mayArrange, dragged, does }: Props) {
  const words = useWords('form')
  const row = useRef<HTMLLIElement>(null)
  const [over, setOver] = useState<'before' | 'behind' | null>(null)
  const sideOf = (event: DragEvent) => {
    const { top, height } = row.current!.getBoundingClientRect()
    return event.clientY > top + height / 2 ? 'behind' : 'before'
  }
  return (
    <li
      ref={row}
      className={classes.entry}
      data-entry={entry.key}
      data-dragged={dragged || undefined}
      data-over={over ?? undefined}
      onFocus={() => does.look(entry.key)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(ENTRY)) return
        event.preventDefault()
        setOver(sideOf(event))
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(null)
        does.drop(entry.key, sideOf(event) === 'behind')
      }}
    >
      {mayArrange && (
        // biome-ignore lint/a11y/noStaticElementInteractions: by keys there are the buttons
        <span
          className={classes.grip}
          draggable
          title={words('drag')}
          onDragStart={(event) => {
            event.dataTransfer.setData(ENTRY, entry.key)
            event.dataTransfer.effectAllowed = 'move'
            if (row.current) event.dataTransfer.setDragImage(row.current, 12, 12)
            does.drag(entry.key)
          }}
          onDragEnd={() => does.drag(null)}
        >
          <GripVertical size={16} aria-hidden="true" />
        </span>
      )}
      <div className={classes.content}>
        {field ? (
          <OfField entry={entry} field={field} whose={whose} mayArrange={mayArrange} onStep={does.step} />
        ) : (
          <Text entry={entry} mayArrange={mayArrange} onStep={does.step} />
        )}
      </div>
      {mayArrange && (
        <div className={classes.tools}>
          {!field && (
            <NativeSelect
              size="xs"
              aria-label={words('level', { label })}
              value={entry.type}
              data={LEVELS.map((level) => ({ value: level, label: words(level) }))}
              onChange={({ currentTarget: { value } }) => {
                const type = LEVELS.find((level) => level === value)
                if (type) does.step({ do: 'RetypeFormEntry', entry: entry.key, type })
              }}
            />
          )}
          {field && <Tool icon={SlidersHorizontal} name={words('settings', { label })} onClick={() => does.showField(field.key)} />}
          <Tool icon={ArrowUp} name={words('up', { label })} disabled={first} data-control="up" onClick={() => does.move(entry.key, -1)} />
          <Tool
            icon={ArrowDown}
            name={words('down', { label })}
            disabled={last}
            data-control="down"
            onClick={() => does.move(entry.key, 1)}
          />
          <Tool icon={X} name={words('remove', { label })} onClick={() => does.remove(entry.key)} />
        </div>
      )}
    </li>
  )
})

/** The browser's own tooltip: of hundreds of entries each has four. */
const Tool = (of: IconButtonProps) => <IconButton {...of} tooltip={false} title={of.name} />

/** The kind of what is dragged: nothing else is dropped here. */
const ENTRY = 'application/x-paraph-form-entry'

interface TextProps {
  readonly entry: FormEntry
  readonly mayArrange: boolean
  onStep(command: PackCommand): void
}

/** A heading or a paragraph. It grows with its lines. */
function Text({ entry, mayArrange, onStep }: TextProps) {
  const words = useWords('form')
  const draft = useDraft(disclosed(entry.label, ''), (label) => onStep({ do: 'LabelFormEntry', entry: entry.key, label: label.trim() }))
  const name = words(entry.type === 'p' ? 'paragraph_text' : 'heading_text')
  return (
    <span className={classes.grows} data-type={entry.type} data-text={draft.value}>
      <textarea
        className={classes.text}
        data-control="text"
        dir="auto"
        rows={1}
        aria-label={name}
        placeholder={name}
        maxLength={MOST}
        disabled={!mayArrange}
        {...draft}
        onKeyDown={(event) => {
          draft.onKeyDown(event)
          // A heading is one line: Enter ends it.
          if (event.key === 'Enter' && entry.type !== 'p') {
            event.preventDefault()
            event.currentTarget.blur()
          }
        }}
      />
    </span>
  )
}

function OfField({ entry, field, whose, mayArrange, onStep }: TextProps & { readonly field: Field; readonly whose: string }) {
  const words = useWords('form')
  const draft = useDraft(disclosed(entry.label, ''), (label) => onStep({ do: 'LabelFormEntry', entry: entry.key, label: label.trim() }))
  const Icon = fieldIcon(field.type)
  return (
    <div className={classes.field}>
      <Icon size={18} aria-hidden="true" />
      <span className={classes.name}>
        <input
          className={classes.question}
          data-control="text"
          dir="auto"
          aria-label={words('question', { label: fieldLabel(field) })}
          title={words('question_hint')}
          placeholder={fieldLabel(field)}
          maxLength={MOST}
          disabled={!mayArrange}
          {...draft}
        />
        <small>{whose}</small>
      </span>
    </div>
  )
}
