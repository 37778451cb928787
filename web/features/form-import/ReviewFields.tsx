import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import type { FoundField } from '#contract/form-fields'
import { disclosed } from '#domain/kernel'
import { type Assignee, liveSignatories, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import { fieldIcon } from '../fields/index.ts'
import classes from './form-import.module.css'
import { lossesOf, rowsOf, traitsOf } from './review.ts'

export interface ReviewFieldsProps {
  readonly fields: readonly FoundField[]
  readonly view: PackState
  readonly opened: boolean
  /** The choice is on its way. */
  readonly busy: boolean
  onClose(): void
  onTake(chosen: readonly FoundField[], assignee: Assignee): void
}

/** The form fields that were found, to be looked over before they become fields for somebody. */
export function ReviewFields({ fields, view, opened, busy, onClose, onTake }: ReviewFieldsProps) {
  const words = useWords('form_import')
  const types = useWords('fields')
  const signers = liveSignatories(view)
  const rows = rowsOf(fields)
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(fields.flatMap(({ filled, form_field }) => (filled ? [form_field] : []))),
  )
  const [assignee, setAssignee] = useState<Assignee>(signers[0]?.uuid ?? null)
  const chosen = fields.filter(({ form_field }) => !left.has(form_field))
  const toggle = (number: number) => {
    const next = new Set(left)
    if (!next.delete(number)) next.add(number)
    setLeft(next)
  }
  const people = [
    ...signers.map((signer) => ({ value: signer.uuid, label: disclosed(signer.name, '') || disclosed(signer.role, '') })),
    { value: 'self', label: words('yourself') },
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} size={560} centered>
      <div className={classes.review}>
        <p>
          {words('lead')} {fields.some(({ filled }) => filled) && words('lead_filled')}
        </p>
        <Select
          label={words('assignee')}
          placeholder={words('nobody')}
          data={people}
          value={assignee}
          clearable
          onChange={setAssignee}
          comboboxProps={{ withinPortal: true }}
        />
        <Checkbox
          label={words('all', { count: fields.length })}
          checked={left.size === 0}
          indeterminate={left.size > 0 && chosen.length > 0}
          onChange={() => setLeft(left.size === 0 ? new Set(rows.map(({ number }) => number)) : new Set())}
        />
        <ul className={classes.list}>
          {rows.map((row) => {
            const [field] = row.fields
            const Icon = fieldIcon(field.type)
            const name = (field.checkbox_group ?? field.custom_id) || types(field.type)
            const page = words('page', { page: String(field.page + 1) })
            return (
              <li key={row.number}>
                <Checkbox
                  checked={!left.has(row.number)}
                  onChange={() => toggle(row.number)}
                  label={
                    <span className={classes.row}>
                      <Icon size={16} aria-hidden />
                      <span className={classes.name}>
                        {name} <span className={classes.detail}>{[types(field.type), page, ...traitsOf(row, words)].join(' · ')}</span>
                      </span>
                    </span>
                  }
                  classNames={{ description: classes.loss ?? '' }}
                  description={lossesOf(row, words).join(' ') || undefined}
                />
              </li>
            )
          })}
        </ul>
        <Answers>
          <Button variant="default" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => onTake(chosen, assignee)}>
            {words('add', { count: chosen.length })}
          </Button>
        </Answers>
      </div>
    </Dialog>
  )
}
