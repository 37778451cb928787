import { NativeSelect } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, SlidersHorizontal, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { Field, FormEntry, PackCommand } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton, useDraft } from '../../../ui/index.ts'
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
  onLooked(): void
  onStep(command: PackCommand): void
  onUp(): void
  onDown(): void
  onDrag(is: boolean): void
  onDrop(behind: boolean): void
  onRemove(): void
  onField(key: string): void
}

const MOST = 2_000
const LEVELS = ['h1', 'h2', 'h3', 'p'] as const

/** One entry, in the size in which signers see it. */
export function EntryRow(props: Props) {
  const { entry, field, whose, label, first, last, mayArrange, dragged, onStep } = props
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
      onFocus={props.onLooked}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(ENTRY)) return
        event.preventDefault()
        setOver(sideOf(event))
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(null)
        props.onDrop(sideOf(event) === 'behind')
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
            props.onDrag(true)
          }}
          onDragEnd={() => props.onDrag(false)}
        >
          <GripVertical size={16} aria-hidden="true" />
        </span>
      )}
      <div className={classes.content}>
        {field ? (
          <OfField entry={entry} field={field} whose={whose} mayArrange={mayArrange} onStep={onStep} />
        ) : (
          <Text entry={entry} mayArrange={mayArrange} onStep={onStep} />
        )}
      </div>
      {mayArrange && (
        <div className={classes.tools}>
          {!field && (
            <NativeSelect
              size="xs"
              aria-label={words('level')}
              value={entry.type}
              data={LEVELS.map((level) => ({ value: level, label: words(level) }))}
              onChange={({ currentTarget: { value } }) => {
                const type = LEVELS.find((level) => level === value)
                if (type) onStep({ do: 'RetypeFormEntry', entry: entry.key, type })
              }}
            />
          )}
          {field && <IconButton icon={SlidersHorizontal} name={words('settings', { label })} onClick={() => props.onField(field.key)} />}
          <IconButton icon={ArrowUp} name={words('up', { label })} disabled={first} data-control="up" onClick={props.onUp} />
          <IconButton icon={ArrowDown} name={words('down', { label })} disabled={last} data-control="down" onClick={props.onDown} />
          <IconButton icon={X} name={words('remove', { label })} onClick={props.onRemove} />
        </div>
      )}
    </li>
  )
}

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
