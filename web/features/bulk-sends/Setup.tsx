import { Radio, Select } from '@mantine/core'
import { useCallback, useId, useState } from 'react'
import type { RecipientDataRecord } from '#contract/recipient-lists'
import { BULK_SEND_TYPES, type BulkSendType } from '#domain/bulk-send'
import { compileFilter, FILTER_REFUSALS } from '#domain/filters'
import { inWords } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { ErrorState, useLoaded } from '../../ui/index.ts'
import { Mapping } from '../bulk-mapping/index.ts'
import { FilterBar, isComplete } from '../recipient-lists/index.ts'
import { Advanced } from './Advanced.tsx'
import classes from './BulkSend.module.css'
import { type BulkSendChange, type BulkSendRecord, fetchLists, fetchTemplates } from './calls.ts'
import own from './Setup.module.css'

interface Props {
  readonly bulkSend: BulkSendRecord
  /** `later`: more is being typed. */
  onChange(change: BulkSendChange, when?: 'now' | 'later'): void
}

/** Which rows, and what each becomes. The choices can still be read after activation. */
export function ChooseClients({ bulkSend, onChange }: Props) {
  const words = useWords('bulk_sends')
  const id = useId()
  const { status, can_be_changed: mayChange, bulk_send_type: type, recipient_data_key: list, number_of_documents: count } = bulkSend
  const lists = useLoaded(
    useCallback(() => fetchLists(), []),
    words('load_failed'),
  )
  const isSetup = status === 'setup'
  const chosen = lists.value?.find(({ key }) => key === list)
  if (lists.value === null && lists.problem !== null) return <ErrorState message={lists.problem} onRetry={() => void lists.load()} />
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{words('choose_clients')}</h2>
      {isSetup && mayChange ? (
        <form className={own.form} aria-label={words('choose_clients')} onSubmit={(event) => event.preventDefault()}>
          <Select
            label={words('recipient_list')}
            placeholder={words('choose_list')}
            description={lists.value?.length === 0 ? words('no_lists') : undefined}
            data={(lists.value ?? []).map(({ key, description, number_of_rows }) => ({
              value: key,
              label: `${description || words('unnamed')} (${words('rows', { count: number_of_rows })})`,
            }))}
            value={list}
            searchable
            clearable
            onChange={(recipient_data_key) => onChange({ recipient_data_key })}
          />
          {chosen && chosen.field_names.length > 0 && <Filter key={chosen.key} list={chosen} bulkSend={bulkSend} onChange={onChange} />}
          {list !== null && (
            <p className={own.matching} role="status">
              {words('matching', { count })}
            </p>
          )}
          <Radio.Group label={words('each_row')} value={type} onChange={(value) => onChange({ bulk_send_type: value as BulkSendType })}>
            {BULK_SEND_TYPES.map((each) => (
              <Radio key={each} value={each} label={words(each)} />
            ))}
          </Radio.Group>
          <Advanced bulkSend={bulkSend} onChange={onChange} />
          <p className={classes.hint}>{words('nothing_before')}</p>
        </form>
      ) : (
        <dl className={classes.facts}>
          <dt>{words('recipient_list')}</dt>
          <dd dir="auto">{chosen?.description ?? '–'}</dd>
          <dt>{words('each_row')}</dt>
          <dd>{words(type)}</dd>
        </dl>
      )}
    </section>
  )
}

/** Rules that a row must all meet. One whose value is still to be typed is not saved. */
function Filter({ list, bulkSend, onChange }: Props & { readonly list: RecipientDataRecord }) {
  const [rules, setRules] = useState(bulkSend.filter)
  const columns = list.field_names.map((name, at) => ({ name, type: list.field_types[at] ?? 'text' }))
  const kept = rules.filter((rule) => isComplete(rule, columns))
  const read = compileFilter(
    kept.map((rule) => ({ field: rule.selected_field, operator: rule.selected_inequality, value: rule.comparison_value })),
    { columns, format: { decimal: list.decimal_sign, dates: list.date_order }, today: new Date().toISOString().slice(0, 10) },
  )
  return (
    <FilterBar
      columns={columns}
      rules={rules}
      problem={'refused' in read ? inWords(FILTER_REFUSALS[read.refused].says, read.slots) : null}
      onChange={(next) => {
        setRules([...next])
        onChange({ filter: next.filter((rule) => isComplete(rule, columns)) }, 'later')
      }}
    />
  )
}

/** The template that documents are made from, and who must sign them. */
export function SetUpTemplate({ bulkSend, onChange }: Props) {
  const words = useWords('bulk_sends')
  const [id, signers] = [useId(), useId()]
  const { key, status, can_be_changed: mayChange, template_key: template, recipient_data_key: list } = bulkSend
  const templates = useLoaded(
    useCallback(() => fetchTemplates(), []),
    words('load_failed'),
  )
  const isSetup = status === 'setup'
  const chosen = templates.value?.find(({ key }) => key === template)
  if (templates.value === null && templates.problem !== null) {
    return <ErrorState message={templates.problem} onRetry={() => void templates.load()} />
  }
  return (
    <section className={classes.section} data-wide aria-labelledby={id}>
      <h2 id={id}>{words('setup_template')}</h2>
      {isSetup && mayChange ? (
        <Select
          label={words('template')}
          placeholder={words('choose_template')}
          data={(templates.value ?? []).map(({ key, document_name }) => ({ value: key, label: document_name || words('unnamed') }))}
          value={template}
          searchable
          clearable
          onChange={(template_key) => onChange({ template_key })}
        />
      ) : (
        <dl className={classes.facts}>
          <dt>{words('template')}</dt>
          <dd dir="auto">{chosen?.document_name ?? '–'}</dd>
        </dl>
      )}
      {isSetup && (
        <section className={own.signers} aria-labelledby={signers}>
          <h3 id={signers}>{words('who_must_sign')}</h3>
          {!chosen && <p className={classes.hint}>{words('choose_template_first')}</p>}
          {chosen?.signatories.length === 0 && <p className={classes.hint}>{words('nobody_signs')}</p>}
          <ol>
            {chosen?.signatories.map(({ uuid, role, name }) => (
              <li key={uuid}>
                <span dir="auto">{role || name}</span>
                {role && name && <span dir="auto">{name}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {isSetup && mayChange && chosen && list === null && <p className={classes.hint}>{words('choose_list_first')}</p>}
      {isSetup && mayChange && chosen && list !== null && <Mapping key={`${chosen.key} ${list}`} bulkSend={key} template={chosen.key} />}
    </section>
  )
}
