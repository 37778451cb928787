import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { MOST_CELL } from '#domain/recipient-lists'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import { correctRow, type DryRunRow, type DryRunRows } from './calls.ts'
import classes from './DryRun.module.css'

interface Props {
  readonly list: NonNullable<DryRunRows['list']>
  /** null: none is being corrected. */
  readonly row: (DryRunRow & { readonly values: readonly string[] }) | null
  onClose(): void
  /** Resolves once rows are shown as they are now. */
  onChanged(): Promise<void>
}

/** The values of a row, column by column. They are saved in the list. */
export function CorrectRow({ list, row, onClose, onChanged }: Props) {
  const words = useWords('bulk_mapping')
  const number = row?.number ?? null
  const { busy, send } = useSending(number !== null)
  /** What it said when it was opened, and what is typed since. */
  const [before, setBefore] = useState<readonly string[]>([])
  const [typed, setTyped] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays while the row changes under it
  useEffect(() => {
    const values = list.columns.map((_, at) => row?.values[at] ?? '')
    setBefore(values)
    setTyped(values)
    setRefused(null)
  }, [number])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (row === null) return
    void send({
      async does() {
        try {
          await correctRow(list.key, { row: row.number, was: [...row.values], values: [...typed] })
        } catch (thrown) {
          if (thrown instanceof HttpRefused && thrown.status === 409) await onChanged()
          throw thrown
        }
        await onChanged()
        say.success(words('row_corrected', { row: String(row.number) }))
      },
      failed: words('row_failed'),
      refused: setRefused,
      done: onClose,
    })
  }
  return (
    <Dialog opened={row !== null} onClose={onClose} title={row && words('correct_named', { row: String(row.number) })} centered size={480}>
      <form className={classes.form} onSubmit={save} noValidate>
        <ul className={classes.wrong}>
          {row?.problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {list.columns.map((name, at) => {
          const now = row?.values[at] ?? ''
          return (
            <Textarea
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              key={at}
              label={<bdi>{name}</bdi>}
              description={now === before[at] ? undefined : words('says_now', { value: now })}
              value={typed[at] ?? ''}
              maxLength={MOST_CELL}
              dir="auto"
              autosize
              minRows={1}
              maxRows={6}
              data-autofocus={at === 0 || undefined}
              onChange={({ currentTarget: { value } }) => setTyped((values) => values.with(at, value))}
            />
          )
        })}
        {refused && (
          <p className={classes.refused} role="alert">
            {refused}
          </p>
        )}
        <Button type="submit" loading={busy}>
          {words('save_row')}
        </Button>
      </form>
    </Dialog>
  )
}
