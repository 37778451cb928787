import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import type { FoundField } from '#contract/form-fields'
import { disclosed } from '#domain/kernel'
import { type Assignee, liveSignatories, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import { fieldIcon } from '../fields/index.ts'
import classes from './form-import.module.css'

export interface ReviewFieldsProps {
  readonly fields: readonly FoundField[]
  readonly view: PackState
  readonly opened: boolean
  onClose(): void
  onTake(chosen: readonly FoundField[], assignee: Assignee): void
}

/** The form fields that were found, to be looked over before they become fields for somebody. */
export function ReviewFields({ fields, view, opened, onClose, onTake }: ReviewFieldsProps) {
  const words = useWords('form_import')
  const types = useWords('fields')
  const signers = liveSignatories(view)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [assignee, setAssignee] = useState<Assignee>(signers[0]?.uuid ?? null)
  const chosen = fields.filter((_, at) => !left.has(at))
  const toggle = (at: number) => {
    const next = new Set(left)
    if (!next.delete(at)) next.add(at)
    setLeft(next)
  }
  const people = [
    ...signers.map((signer) => ({ value: signer.uuid, label: disclosed(signer.name, '') || disclosed(signer.role, '') })),
    { value: 'self', label: words('yourself') },
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} size={560} centered>
      <div className={classes.review}>
        <p>{words('lead')}</p>
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
          onChange={() => setLeft(left.size === 0 ? new Set(fields.keys()) : new Set())}
        />
        <ul className={classes.list}>
          {fields.map((field, at) => {
            const Icon = fieldIcon(field.type)
            const name = field.custom_id || types(field.type)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
              <li key={at}>
                <Checkbox
                  checked={!left.has(at)}
                  onChange={() => toggle(at)}
                  label={
                    <span className={classes.row}>
                      <Icon size={16} aria-hidden />
                      <span className={classes.name}>{name}</span>
                      <span className={classes.detail}>
                        {[types(field.type), words('page', { page: String(field.page + 1) }), ...traits(field, words)].join(' · ')}
                      </span>
                    </span>
                  }
                />
              </li>
            )
          })}
        </ul>
        <Answers>
          <Button variant="default" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onTake(chosen, assignee)}>
            {words('add', { count: chosen.length })}
          </Button>
        </Answers>
      </div>
    </Dialog>
  )
}

function traits({ required, multiline, comb, options }: FoundField, words: ReturnType<typeof useWords<'form_import'>>): string[] {
  return [
    ...(required ? [words('required')] : []),
    ...(multiline ? [words('multiline')] : []),
    ...(comb !== null ? [words('comb', { count: String(comb) })] : []),
    ...(options.length > 0 ? [words('options', { count: options.length })] : []),
  ]
}
