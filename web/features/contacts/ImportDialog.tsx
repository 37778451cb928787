import { Button, FileButton, Progress } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CONTACTS_AT_ONCE } from '#contract/contacts'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import { importContacts } from './calls.ts'
import { type BrokenRow, MOST_BYTES, type ReadRow, type ReadTable, readContacts } from './csv.ts'
import classes from './ImportDialog.module.css'

type Step =
  | { readonly at: 'choose'; readonly problem: string | null }
  | { readonly at: 'reading'; readonly file: string }
  | { readonly at: 'preview'; readonly table: ReadTable }
  | { readonly at: 'saving'; readonly done: number; readonly of: number }
  | { readonly at: 'over'; readonly saved: number; readonly broken: readonly BrokenRow[]; readonly problem: string | null }

const BEGIN: Step = { at: 'choose', problem: null }
const MOST_SHOWN = 50
const shown = (count: number) => count.toLocaleString('en')

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Into which they come, too; '': into none. */
  readonly list: string
}

/** Reads a table, shows what will become of it, and saves it in parts. */
export function ImportDialog({ opened, onClose, onSaved, list }: Props) {
  const words = useWords('contacts')
  const [step, setStep] = useState<Step>(BEGIN)
  const stopped = useRef(false)
  /** The file that was chosen last: one before it may be read later. */
  const chosen = useRef<File | null>(null)
  const stop = () => {
    stopped.current = true
  }
  useEffect(() => {
    if (opened) setStep(BEGIN)
    chosen.current = null
  }, [opened])
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  async function read(file: File | null): Promise<void> {
    if (!file) return
    chosen.current = file
    if (file.size > MOST_BYTES) return setStep({ at: 'choose', problem: words('import_too_large') })
    setStep({ at: 'reading', file: file.name })
    const next = await file.arrayBuffer().then(
      (bytes): Step => {
        const table = readContacts(new Uint8Array(bytes))
        return typeof table === 'string' ? { at: 'choose', problem: words(table) } : { at: 'preview', table }
      },
      (): Step => ({ at: 'choose', problem: words('import_unreadable') }),
    )
    if (chosen.current === file) setStep(next)
  }
  /** What is asked for again after a broken connection changes nothing where it was saved. */
  async function save({ good, broken }: ReadTable): Promise<void> {
    stopped.current = false
    let saved = 0
    const refused: BrokenRow[] = []
    let problem: string | null = null
    const soFar = () => ({ done: shown(saved), count: shown(good.length) })
    for (let from = 0; from < good.length && problem === null; from += CONTACTS_AT_ONCE) {
      setStep({ at: 'saving', done: from, of: good.length })
      const part = good.slice(from, from + CONTACTS_AT_ONCE)
      try {
        const answer = await importContacts(
          part.map(({ contact }) => contact),
          list,
        )
        saved += answer.saved
        refused.push(...answer.refused.map(({ at, message }) => ({ row: part[at]!.row, why: message })))
        if (stopped.current && from + part.length < good.length) problem = words('import_stopped', soFar())
      } catch (thrown) {
        const broke = words('import_failed', soFar())
        problem = thrown instanceof HttpRefused ? `${thrown.message} ${broke}` : broke
      }
    }
    onSaved()
    setStep({ at: 'over', saved, problem, broken: [...broken, ...refused].sort((a, b) => a.row - b.row) })
  }
  const choose = (label: string, plain = false) => (
    <FileButton onChange={(file) => void read(file)} accept=".csv,.tsv,.txt,text/csv">
      {(props) => (
        <Button {...props} {...(plain ? { variant: 'default' } : {})} leftSection={<FileUp size={16} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  )
  return (
    <Dialog
      opened={opened}
      onClose={step.at === 'saving' ? stop : onClose}
      title={words('import_title')}
      centered
      size={560}
      closeOnClickOutside={step.at === 'choose'}
    >
      <div className={classes.body}>
        {step.at === 'choose' && (
          <>
            <p>{words('import_lead')}</p>
            {step.problem && (
              <p className={classes.problem} role="alert">
                {step.problem}
              </p>
            )}
            <div>{choose(words('import_choose'))}</div>
          </>
        )}
        {step.at === 'reading' && <p role="status">{words('import_reading', { file: step.file })}</p>}
        {step.at === 'preview' && (
          <>
            <div role="status">
              <h3>{words('import_ready', { count: step.table.good.length })}</h3>
              <p>
                {step.table.good.length > 0 && `${words('import_ready_hint')} `}
                {step.table.twice > 0 && `${words('import_twice', { count: step.table.twice })} `}
                {words('import_encoding', { encoding: step.table.encoding })}
              </p>
            </div>
            <Broken rows={step.table.broken} title="import_broken" />
            <Good rows={step.table.good} />
            <Answers>
              {choose(words('import_other'), true)}
              {step.table.good.length > 0 && (
                <Button onClick={() => void save(step.table)}>{words('import_yes', { count: step.table.good.length })}</Button>
              )}
            </Answers>
          </>
        )}
        {step.at === 'saving' && (
          <>
            <p role="status">{words('import_progress', { done: shown(step.done), count: shown(step.of) })}</p>
            <Progress value={(100 * step.done) / step.of} aria-label={words('import_title')} />
            <Answers>
              <Button variant="default" onClick={stop}>
                {words('import_stop')}
              </Button>
            </Answers>
          </>
        )}
        {step.at === 'over' && (
          <>
            <div role="status">
              <h3>{words('import_done', { count: step.saved })}</h3>
            </div>
            {step.problem && (
              <p className={classes.problem} role="alert">
                {step.problem}
              </p>
            )}
            <Broken rows={step.broken} title="import_not_done" />
            <Answers>
              <Button onClick={onClose}>{words('import_close')}</Button>
            </Answers>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Good({ rows }: { readonly rows: readonly ReadRow[] }) {
  const words = useWords('contacts')
  return (
    <Rows title={words('import_good')} rows={rows}>
      {({ contact: { name, email, mobile_number } }) => (
        <span className={classes.contact}>
          <b dir="auto">{name || words('unnamed')}</b>
          <span>{[email, mobile_number].filter(Boolean).join(' · ')}</span>
        </span>
      )}
    </Rows>
  )
}

function Broken({ rows, title }: { readonly rows: readonly BrokenRow[]; readonly title: 'import_broken' | 'import_not_done' }) {
  return (
    <Rows title={useWords('contacts')(title, { count: rows.length })} rows={rows}>
      {({ why }) => <span>{why}</span>}
    </Rows>
  )
}

interface RowsProps<R extends { readonly row: number }> {
  readonly title: string
  readonly rows: readonly R[]
  children(row: R): ReactNode
}
function Rows<R extends { readonly row: number }>({ title, rows, children }: RowsProps<R>) {
  const words = useWords('contacts')
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <ul className={classes.rows} tabIndex={0} aria-labelledby={id}>
        {rows.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.row}>
            <span className={classes.number}>{words('import_row', { row: String(row.row) })}</span>
            {children(row)}
          </li>
        ))}
        {rows.length > MOST_SHOWN && <li>{words('import_more', { count: shown(rows.length - MOST_SHOWN) })}</li>}
      </ul>
    </section>
  )
}
