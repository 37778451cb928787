import { Autocomplete, Textarea } from '@mantine/core'
import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react'
import {
  liveCopies,
  type Mapping,
  type MappingProblem,
  type MappingTarget,
  mappedText,
  type PersonPart,
  placeholderOf,
  type ResolvedRow,
  targetId,
  templateText,
  valueAt,
} from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'
import { liveCustomFields, liveSignatories, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { signerColour } from '../../ui/index.ts'
import { fieldIcon, fieldLabel } from '../fields/index.ts'
import classes from './Values.module.css'

interface Props {
  readonly template: PackState
  readonly mapping: Mapping
  readonly columns: readonly string[]
  readonly targets: readonly MappingTarget[]
  readonly incomplete: readonly MappingProblem[]
  /** How much is mapped, in words. */
  readonly counted: string
  readonly row: (ResolvedRow & { readonly at: number }) | null
  isLinked(text: string): boolean
  onWrite(target: MappingTarget, text: string, ms?: number): void
  onShow(target: MappingTarget): void
  onRemove(target: MappingTarget): void
}

export const inputId = (target: MappingTarget): string => `mapping-${targetId(target).replaceAll('/', '-')}`

/** Everything that a mapping sets, with what the row that is shown makes of it. */
export function Values(props: Props) {
  const { template, incomplete, targets, row, counted, onShow, onRemove } = props
  const words = useWords('bulk_mapping')
  const whose = (target: MappingTarget | null): string => {
    if (target?.of === 'signer') return disclosed(template.signatories.find(({ uuid }) => uuid === target.key)?.role ?? '', '')
    if (target?.of !== 'copy') return ''
    return words('unnamed_copy', { at: String(liveCopies(template).findIndex(({ uuid }) => uuid === target.key) + 1) })
  }
  const of = (...groups: readonly MappingTarget['of'][]) => targets.filter((target) => groups.includes(target.of))
  const fields = of('field')
  return (
    <div className={classes.values}>
      {incomplete.length === 0 ? (
        <p className={classes.complete}>
          <CircleCheck size={16} aria-hidden />
          {words('nothing_left')} <span>{counted}</span>
        </p>
      ) : (
        <div className={classes.left}>
          <p>
            <b>{words('left', { count: incomplete.length })}</b> <span>{counted}</span>
          </p>
          <ul>
            {incomplete.map(({ message, at, code }) => (
              <li key={`${message} ${at === null ? '' : targetId(at)}`}>
                <CircleAlert size={14} aria-hidden />
                <span>
                  {message} <em>{whose(at)}</em>
                </span>
                {at && code === 'target-missing' && (
                  <button type="button" aria-label={words('remove_problem', { problem: message })} onClick={() => onRemove(at)}>
                    {words('remove')}
                  </button>
                )}
                {at && code !== 'target-missing' && (
                  <button
                    type="button"
                    aria-label={words('show_problem', { problem: `${message} ${whose(at)}`.trim() })}
                    onClick={() => onShow(at)}
                  >
                    {words('show')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <section aria-labelledby="mapping-signers">
        <h3 id="mapping-signers">
          {words('signers')} {row && <span>{words('as_in_row', { at: String(row.at) })}</span>}
        </h3>
        {liveSignatories(template).map((signer, index) => (
          <fieldset key={signer.uuid}>
            <legend>
              <span className={classes.dot} style={{ background: signerColour(index) }} aria-hidden />
              {disclosed(signer.role, '')}
            </legend>
            <Person {...props} of="signer" uuid={signer.uuid} who={disclosed(signer.role, '')} />
          </fieldset>
        ))}
      </section>
      {liveCopies(template).length > 0 && (
        <section aria-labelledby="mapping-copies">
          <h3 id="mapping-copies">{words('copies')}</h3>
          {liveCopies(template).map(({ uuid }, index) => (
            <fieldset key={uuid}>
              <legend>{words('unnamed_copy', { at: String(index + 1) })}</legend>
              <Person {...props} of="copy" uuid={uuid} who={words('unnamed_copy', { at: String(index + 1) })} />
            </fieldset>
          ))}
        </section>
      )}
      {fields.length > 0 && (
        <section aria-labelledby="mapping-fields">
          <h3 id="mapping-fields">{words('fields')}</h3>
          {fields.map((target) => {
            const field = target.of === 'field' ? template.fields[target.key] : undefined
            if (!field) return null
            const Icon = fieldIcon(field.type)
            return (
              <Row key={field.key} {...props} target={target} name={fieldLabel(field)}>
                <Icon size={14} aria-hidden />
                <bdi>{fieldLabel(field)}</bdi>
              </Row>
            )
          })}
        </section>
      )}
      {liveCustomFields(template).length > 0 && (
        <section aria-labelledby="mapping-custom-fields">
          <h3 id="mapping-custom-fields">{words('custom_fields')}</h3>
          {liveCustomFields(template).map(({ key, name }) => (
            <Row key={key} {...props} target={{ of: 'custom-field', key }} name={disclosed(name, '')}>
              <bdi>{disclosed(name, '')}</bdi>
            </Row>
          ))}
        </section>
      )}
      <details className={classes.more}>
        <summary>
          <ChevronRight size={14} aria-hidden />
          {words('document')}
          <span>{[words('document_name'), words('subject'), words('message')].join(', ')}</span>
        </summary>
        <Row {...props} target={{ of: 'name' }} name={words('document_name')}>
          {words('document_name')}
        </Row>
        <Row {...props} target={{ of: 'subject' }} name={words('subject')}>
          {words('subject')}
        </Row>
        <Row {...props} target={{ of: 'message' }} name={words('message')} lines>
          {words('message')}
        </Row>
      </details>
    </div>
  )
}

function Person({ of, uuid, who, ...props }: Props & { readonly of: 'signer' | 'copy'; readonly uuid: string; readonly who: string }) {
  const words = useWords('bulk_mapping')
  return (['name', 'email', 'mobile'] as const satisfies readonly PersonPart[]).map((part) => (
    <Row key={part} {...props} target={{ of, key: uuid, part }} name={words('target_of', { part: words(part), who })}>
      {words(part)}
    </Row>
  ))
}

function Row({
  target,
  name,
  lines = false,
  children,
  template,
  mapping,
  columns,
  row,
  incomplete,
  isLinked,
  onWrite,
}: Props & { readonly target: MappingTarget; readonly name: string; readonly lines?: boolean; readonly children: React.ReactNode }) {
  const words = useWords('bulk_mapping')
  const id = targetId(target)
  const own = templateText(template, target)
  const text = mappedText(mapping, target)
  const isHere = ({ at }: MappingProblem) => at !== null && targetId(at) === id
  const problem = incomplete.find(isHere) ?? row?.problems.find(isHere)
  const value = row && isLinked(text || own) ? valueAt(row.values, target) : ''
  const input = {
    id: inputId(target),
    'aria-label': name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${inputId(target)}-says`,
    'data-linked': isLinked(text) || undefined,
    value: text,
    placeholder: own || words('column_or_text'),
    size: 'xs',
  } as const
  return (
    <div className={classes.row} data-wrong={problem !== undefined || undefined}>
      <span className={classes.label}>{children}</span>
      {lines ? (
        <Textarea {...input} autosize minRows={3} maxRows={8} onChange={(event) => onWrite(target, event.currentTarget.value)} />
      ) : (
        <Autocomplete
          {...input}
          data={[...new Set(columns)].map(placeholderOf)}
          filter={({ options, search }) => {
            // All columns are offered where one is chosen already.
            const wanted = search.replace(/[{}]/g, '').trim().toLowerCase()
            const isChosen = options.some((option) => 'label' in option && option.label === search)
            return isChosen ? options : options.filter((option) => 'label' in option && option.label.toLowerCase().includes(wanted))
          }}
          onChange={(next) => onWrite(target, next)}
        />
      )}
      <span id={`${inputId(target)}-says`} className={classes.says}>
        {problem ? problem.message : <bdi>{value}</bdi>}
      </span>
    </div>
  )
}
