import { Button, FileButton, NativeSelect, Progress, Radio } from '@mantine/core'
import { CircleAlert, CircleCheck, FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ENCODINGS, type Encoding } from '#domain/csv'
import { COLUMN_TYPES, type ColumnType, type DateOrder, type Decimal } from '#domain/filters'
import { MOST_LIST_COLUMNS, MOST_LIST_ROWS, valueProblem } from '#domain/recipient-lists'
import { HttpOffline, messageOf, newKey, putFile } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog, say } from '../../ui/index.ts'
import { announceFile, type RecipientDataRecord, takeFile } from './calls.ts'
import { type Choices, type Look, lookAt } from './look.ts'
import classes from './RecipientLists.module.css'
import { TYPE_WORDS } from './RowsGrid.tsx'

type Step =
  | { readonly at: 'choose'; readonly problem: string | null }
  | { readonly at: 'read' }
  | { readonly at: 'sending'; readonly percent: number }
  | { readonly at: 'saving' }
type Mode = 'replace' | 'append'

interface Props {
  readonly list: RecipientDataRecord
  readonly opened: boolean
  readonly onClose: () => void
  readonly onTaken: (list: RecipientDataRecord) => void
}

/** Shows how a file is read, lets people correct that, and sends it. */
export function UploadDialog({ list, opened, onClose, onTaken }: Props) {
  const words = useWords('recipient_lists')
  const [step, setStep] = useState<Step>({ at: 'choose', problem: null })
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<Choices>({ firstRow: 'names' })
  const [mode, setMode] = useState<Mode>('replace')
  const [look, setLook] = useState<Look | null>(null)
  const sending = useRef<AbortController>(undefined)
  const isAppended = mode === 'append'
  useEffect(() => {
    if (!opened) return
    setStep({ at: 'choose', problem: null })
    setFile(null)
    setLook(null)
    setChoices({ firstRow: 'names' })
    setMode('replace')
  }, [opened])
  useEffect(() => {
    if (!file) return
    const abort = new AbortController()
    const appending = isAppended ? { decimal: list.decimal_sign, dates: list.date_order } : {}
    lookAt(file, { ...choices, ...appending }, abort.signal).then(
      (found) => {
        if (abort.signal.aborted) return
        setLook(typeof found === 'string' ? null : found)
        setStep(typeof found === 'string' ? { at: 'choose', problem: found } : { at: 'read' })
      },
      () => !abort.signal.aborted && setStep({ at: 'choose', problem: words('unreadable') }),
    )
    return () => abort.abort()
  }, [file, choices, isAppended, list.decimal_sign, list.date_order, words])

  function choose(chosen: File | null): void {
    if (!chosen) return
    setLook(null)
    setChoices({ firstRow: 'names' })
    setStep({ at: 'read' })
    setFile(chosen)
  }
  async function send(seen: Look, from: File): Promise<void> {
    const abort = new AbortController()
    sending.current = abort
    setStep({ at: 'sending', percent: 0 })
    try {
      const announced = await announceFile(list.key, from.name, from.size, newKey())
      await putFile(
        announced.url,
        from,
        (sent, total) => setStep({ at: 'sending', percent: Math.floor((100 * sent) / total) }),
        abort.signal,
      )
      setStep({ at: 'saving' })
      const { encoding, delimiter, decimal, dates, columns } = seen
      const taken = await takeFile(announced.temp_csv_key, announced.file_key, {
        mode,
        encoding,
        delimiter,
        decimal_sign: decimal,
        date_order: dates,
        field_types: columns.map(({ type }) => type),
        first_row: choices.firstRow,
      })
      say.success(words('taken', { count: taken.temp_csv.number_of_rows }))
      onTaken(taken.recipient_data)
      onClose()
    } catch (thrown) {
      if (abort.signal.aborted) return
      setStep({ at: 'read' })
      const detail = thrown instanceof HttpOffline ? thrown.message : messageOf(thrown, words('save_failed'))
      say.danger(words('upload_failed', { detail }), undefined, { id: 'csv-upload' })
    }
  }
  function leave(): void {
    sending.current?.abort()
    onClose()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    choose(event.dataTransfer.files[0] ?? null)
  }
  const put = (change: Partial<Choices>) => setChoices((before) => ({ ...before, ...change }))
  const picker = (label: string, plain: boolean) => (
    <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv">
      {(props) => (
        <Button {...props} {...(plain ? { variant: 'default' } : {})} leftSection={<FileUp size={16} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  )
  const isBusy = step.at === 'sending' || step.at === 'saving'
  return (
    <Dialog opened={opened} onClose={leave} title={words('upload_title')} centered size={760} closeOnClickOutside={step.at === 'choose'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button is there for keys */}
      <div className={classes.upload} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {step.at === 'choose' && (
          <>
            <p>{words('upload_lead', { rows: MOST_LIST_ROWS, columns: MOST_LIST_COLUMNS })}</p>
            {step.problem && (
              <p className={classes.problem} role="alert">
                {step.problem}
              </p>
            )}
            <div className={classes.drop}>
              {picker(words('choose'), false)} <span>{words('drop')}</span>
            </div>
          </>
        )}
        {step.at === 'read' && !look && <p role="status">{words('reading', { file: file?.name ?? '' })}</p>}
        {step.at === 'read' && look && file && (
          <>
            <p className={classes.file}>
              <b dir="auto">{file.name}</b> {words('found', { rows: look.rows, columns: look.columns.length })}
            </p>
            <h3>{words('read_as')}</h3>
            <Radio.Group
              label={words('encoding')}
              value={look.encoding}
              onChange={(encoding) => put({ encoding: encoding as Encoding })}
              className={classes.encodings}
            >
              {ENCODINGS.map((encoding) => (
                <Radio
                  key={encoding}
                  value={encoding}
                  disabled={look.samples[encoding] === null}
                  label={
                    <>
                      {encoding} <code dir="auto">{look.samples[encoding] ?? words('not_readable')}</code>
                    </>
                  }
                />
              ))}
            </Radio.Group>
            <div className={classes.choices}>
              <NativeSelect
                label={words('delimiter')}
                value={look.delimiter}
                onChange={(event) => put({ delimiter: event.currentTarget.value })}
                data={[
                  { value: ',', label: words('delimiter_comma') },
                  { value: ';', label: words('delimiter_semicolon') },
                  { value: '\t', label: words('delimiter_tab') },
                  { value: '|', label: words('delimiter_bar') },
                ]}
              />
              <NativeSelect
                label={words('decimal')}
                value={look.decimal}
                disabled={isAppended}
                onChange={(event) => put({ decimal: event.currentTarget.value as Decimal })}
                data={[
                  { value: '.', label: words('decimal_point') },
                  { value: ',', label: words('decimal_comma') },
                ]}
              />
              <NativeSelect
                label={words('dates')}
                value={look.dates}
                disabled={isAppended}
                onChange={(event) => put({ dates: event.currentTarget.value as DateOrder })}
                data={[
                  { value: 'day-month', label: words('dates_day') },
                  { value: 'month-day', label: words('dates_month') },
                ]}
              />
              <NativeSelect
                label={words('first_row')}
                value={choices.firstRow}
                onChange={(event) => put({ firstRow: event.currentTarget.value === 'data' ? 'data' : 'names' })}
                data={[
                  { value: 'names', label: words('first_names') },
                  { value: 'data', label: words('first_data') },
                ]}
              />
              {list.number_of_rows > 0 && (
                <NativeSelect
                  label={words('mode')}
                  value={mode}
                  onChange={(event) => setMode(event.currentTarget.value === 'append' ? 'append' : 'replace')}
                  data={[
                    { value: 'replace', label: words('mode_replace') },
                    { value: 'append', label: words('mode_append') },
                  ]}
                />
              )}
            </div>
            <Preview
              look={look}
              onType={isAppended ? null : (at, type) => put({ types: look.columns.map((one, n) => (n === at ? type : one.type)) })}
            />
            <Problems look={look} />
            <Answers>
              <span className={classes.fate}>
                {list.number_of_rows > 0 && words(isAppended ? 'follows' : 'replaces', { count: list.number_of_rows })}
              </span>
              {picker(words('choose_other'), true)}
              <Button onClick={() => void send(look, file)}>{words('use', { count: look.rows })}</Button>
            </Answers>
          </>
        )}
        {isBusy && (
          <>
            <p role="status">
              {step.at === 'sending' ? words('sending', { percent: String(step.percent) }) : words('saving', { count: look?.rows ?? 0 })}
            </p>
            <Progress
              value={step.at === 'sending' ? step.percent : 100}
              animated={step.at === 'saving'}
              aria-label={words('upload_title')}
            />
            <Answers>
              <Button variant="default" onClick={leave} disabled={step.at === 'saving'}>
                {words('cancel')}
              </Button>
            </Answers>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Preview({ look, onType }: { readonly look: Look; readonly onType: ((at: number, type: ColumnType) => void) | null }) {
  const words = useWords('recipient_lists')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={classes.preview} aria-label={words('preview')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('number')}</th>
            {look.columns.map(({ name, type }, at) => (
              <th key={name} scope="col">
                <b dir="auto">{name}</b>
                <NativeSelect
                  size="xs"
                  variant="unstyled"
                  aria-label={words('type_of', { column: name })}
                  disabled={onType === null}
                  value={type}
                  data={COLUMN_TYPES.map((one) => ({ value: one, label: words(TYPE_WORDS[one]) }))}
                  onChange={(event) => onType?.(at, event.currentTarget.value as ColumnType)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.first.map(({ number, values }) => (
            <tr key={number}>
              <td>{number}</td>
              {look.columns.map((column, at) => (
                <td key={column.name} dir="auto" data-wrong={valueProblem(values[at] ?? '', column, look) !== null || undefined}>
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PROBLEM_WORDS = { 'digits-lost': 'problem_digits', 'not-a-number': 'problem_number', 'not-a-date': 'problem_date' } as const

function Problems({ look }: { readonly look: Look }) {
  const words = useWords('recipient_lists')
  if (look.wrongRows === 0) {
    return (
      <p className={classes.fine}>
        <CircleCheck size={16} aria-hidden /> {words('all_fine')}
      </p>
    )
  }
  const said = (values: readonly string[], at: number) => {
    const column = look.columns[at]
    if (!column) return words('problem_surplus')
    const value = values[at] ?? ''
    const code = valueProblem(value, column, look)
    return code === null ? '' : words(PROBLEM_WORDS[code], { column: column.name, value: value.slice(0, 60) })
  }
  return (
    <section className={classes.wrong} aria-label={words('preview_problems')}>
      <h3>{words('problems', { count: look.wrongRows })}</h3>
      <p>{words('problems_kept')}</p>
      <ul>
        {look.wrong.map(({ number, values, problems }) => (
          <li key={number}>
            <CircleAlert size={16} aria-hidden />
            <b>{words('row', { number: String(number) })}</b> <span dir="auto">{problems.map((at) => said(values, at)).join(' · ')}</span>
          </li>
        ))}
        {look.wrongRows > look.wrong.length && <li>{words('problems_more', { count: look.wrongRows - look.wrong.length })}</li>}
      </ul>
    </section>
  )
}
