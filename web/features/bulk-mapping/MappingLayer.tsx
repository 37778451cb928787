import { type CSSProperties, type DragEvent, useState } from 'react'
import { isMappable, type Mapping, type MappingProblem, mappedText, templateText } from '#domain/bulk-send'
import type { Field, PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { signerColour } from '../../ui/index.ts'
import { FieldPaint, fieldIcon, fieldLabel } from '../fields/index.ts'
import { COLUMN } from './column.ts'
import classes from './MappingLayer.module.css'

interface Props {
  readonly template: PackState
  readonly document: string
  readonly page: number
  /** Pixels a point. */
  readonly scale: number
  readonly mapping: Mapping
  /** Of the row that is shown; null: the mapping itself is shown. */
  readonly values: Readonly<Record<string, string>> | null
  readonly incomplete: readonly MappingProblem[]
  onField(field: string): void
  onColumn(field: string, column: string): void
}

/** The fields of a page with the columns that fill them in, or with what a row puts there. */
export function MappingLayer({ template, document, page, ...props }: Props) {
  const here = template.fieldOrder.flatMap((key) => {
    const field = template.fields[key]
    return field && !field.removed && field.document === document && field.page === page ? [field] : []
  })
  return here.map((field) => <Box key={field.key} field={field} template={template} {...props} />)
}

function Box({
  field,
  template,
  scale,
  mapping,
  values,
  incomplete,
  onField,
  onColumn,
}: Omit<Props, 'document' | 'page'> & { readonly field: Field }) {
  const words = useWords('bulk_mapping')
  const [isOver, setIsOver] = useState(false)
  const target = { of: 'field', key: field.key } as const
  const isOpen = isMappable(field)
  const text = mappedText(mapping, target) || templateText(template, target)
  const value = values?.[field.key] ?? ''
  const isMissing = incomplete.some(({ at }) => at?.of === 'field' && at.key === field.key)
  const Icon = fieldIcon(field.type)
  const height = (field.height / 1000) * scale
  const style = {
    left: (field.x / 1000) * scale,
    top: (field.y / 1000) * scale,
    width: (field.width / 1000) * scale,
    height,
    fontSize: Math.min(12, height * 0.5),
    '--c': field.assignee === 'self' ? 'var(--own)' : signerColour(template.signatories.findIndex(({ uuid }) => uuid === field.assignee)),
  } as CSSProperties
  const state = values !== null ? (value === '' ? words('empty_value') : value) : text === '' ? words('not_mapped') : text
  const content =
    values !== null && value !== '' ? (
      <FieldPaint field={{ ...field, value }} />
    ) : values === null && text !== '' ? (
      <code>{text}</code>
    ) : (
      <span>
        <Icon size={Math.min(14, height * 0.6)} aria-hidden />
        {fieldLabel(field)}
      </span>
    )
  if (!isOpen) {
    return (
      <div className={classes.box} style={style} data-shut>
        {content}
      </div>
    )
  }
  const takes = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(COLUMN)) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <button
      type="button"
      className={classes.box}
      style={style}
      data-field={field.key}
      data-over={isOver || undefined}
      data-missing={isMissing || undefined}
      data-value={values !== null && value !== '' ? true : undefined}
      aria-label={words('field_state', { field: fieldLabel(field), state })}
      onClick={() => onField(field.key)}
      onDragEnter={takes}
      onDragOver={takes}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const column = event.dataTransfer.getData(COLUMN)
        if (column) onColumn(field.key, column)
      }}
    >
      {content}
    </button>
  )
}
