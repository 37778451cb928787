import { Select, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { useWords } from '../../messages/index.ts'

const REMINDERS = [1, 2, 3, 7, 14] as const
const NONE = 'none'

export interface Until {
  /** '' for no end. */
  readonly day: string
  readonly remindDays: number | null
}

export const isPastDay = (day: string): boolean => day !== '' && day < dayjs().format('YYYY-MM-DD')

interface Props {
  readonly value: Until
  onChange(value: Until): void
  /** Somebody has left the date. */
  onLeave?(): void
}

/** The last day of a request, and when signers are reminded of it. */
export function ExpiryInputs({ value: { day, remindDays }, onChange, onLeave }: Props) {
  const words = useWords('expiry')
  const offered = [...new Set([...REMINDERS, ...(remindDays === null ? [] : [remindDays])])].sort((a, b) => a - b)
  return (
    <>
      <TextInput
        type="date"
        size="sm"
        label={words('date')}
        description={words('date_hint')}
        min={dayjs().format('YYYY-MM-DD')}
        value={day}
        error={isPastDay(day) ? words('date_past') : null}
        onChange={(event) => onChange({ day: event.currentTarget.value, remindDays })}
        onBlur={() => onLeave?.()}
      />
      {day !== '' && (
        <Select
          size="sm"
          label={words('reminder')}
          allowDeselect={false}
          value={remindDays === null ? NONE : String(remindDays)}
          data={[
            { value: NONE, label: words('reminder_none') },
            ...offered.map((days) => ({ value: String(days), label: words('reminder_days', { days }) })),
          ]}
          onChange={(chosen) => onChange({ day, remindDays: chosen === NONE || chosen === null ? null : Number(chosen) })}
        />
      )}
    </>
  )
}
