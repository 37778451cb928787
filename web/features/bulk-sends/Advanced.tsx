import { Button, Collapse, NumberInput, TextInput } from '@mantine/core'
import { Settings2 } from 'lucide-react'
import { useId, useState } from 'react'
import { MOST_PER_HOUR } from '#domain/bulk-send'
import { useWords } from '../../messages/index.ts'
import classes from './Advanced.module.css'
import type { BulkSendChange, BulkSendRecord } from './calls.ts'

interface Props {
  readonly bulkSend: Pick<BulkSendRecord, 'when_to_run' | 'per_hour' | 'status'>
  onChange(change: BulkSendChange): void
}

/** When it runs and how fast, for who needs to say so. */
export function Advanced({ bulkSend: { when_to_run: when, per_hour, status }, onChange }: Props) {
  const words = useWords('bulk_sends')
  const id = useId()
  const [opened, setOpened] = useState(false)
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Settings2 size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {words(opened ? 'advanced_hide' : 'advanced_show')}
      </Button>
      <Collapse id={id} expanded={opened}>
        <fieldset className={classes.settings} aria-label={words('advanced')}>
          {status === 'setup' && (
            <TextInput
              type="datetime-local"
              label={words('when')}
              description={words('when_hint')}
              value={when === null ? '' : localOf(when)}
              onChange={({ currentTarget: { value } }) => onChange({ when_to_run: value === '' ? null : new Date(value).toISOString() })}
            />
          )}
          <NumberInput
            label={words('per_hour')}
            description={words('per_hour_hint')}
            min={1}
            max={MOST_PER_HOUR}
            allowDecimal={false}
            value={per_hour ?? ''}
            onChange={(value) => onChange({ per_hour: value === '' ? null : Number(value) })}
          />
        </fieldset>
      </Collapse>
    </div>
  )
}

/** As the field takes it, in the zone of this device. */
function localOf(iso: string): string {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
