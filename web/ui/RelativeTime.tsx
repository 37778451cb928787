import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { useWords } from '../messages/index.ts'
import { Tip } from './Tip.tsx'

const MINUTE = 60_000

/** The minute it is, shared by every row, so that a thousand rows have one timer. */
const minute = {
  now: Date.now(),
  listeners: new Set<() => void>(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
}

export function useNow(): number {
  const [now, setNow] = useState(minute.now)
  useEffect(() => {
    const tick = () => setNow(minute.now)
    minute.listeners.add(tick)
    minute.now = Date.now()
    tick()
    minute.timer ??= setInterval(() => {
      minute.now = Date.now()
      for (const listener of minute.listeners) listener()
    }, MINUTE)
    return () => {
      minute.listeners.delete(tick)
      if (minute.listeners.size > 0) return
      clearInterval(minute.timer)
      minute.timer = undefined
    }
  }, [])
  return now
}

export type RelativeWords = ReturnType<typeof useWords<'ui'>>

/** "8 min ago", "Yesterday", "Tue", "12 Mar", "12 Mar 2024": short enough for a column. */
export function relative(iso: string, now: number, words: RelativeWords): string {
  const at = dayjs(iso)
  const today = dayjs(now)
  const minutes = Math.floor((now - at.valueOf()) / MINUTE)
  if (minutes < 1) return words('just_now')
  if (minutes < 60) return words('minutes_ago', { count: String(minutes) })
  if (at.isSame(today, 'day')) return words('hours_ago', { count: String(Math.floor(minutes / 60)) })
  if (at.isSame(today.subtract(1, 'day'), 'day')) return words('yesterday')
  if (today.diff(at, 'day') < 6) return at.format('ddd')
  return at.format(at.isSame(today, 'year') ? 'D MMM' : 'D MMM YYYY')
}

export const exactTime = (iso: string): string => dayjs(iso).format('ddd D MMM YYYY, HH:mm:ss')

/** Relative, and exact on hover and focus. */
export function RelativeTime({ iso }: { iso: string }) {
  const words = useWords('ui')
  const now = useNow()
  return (
    <Tip label={exactTime(iso)}>
      <time dateTime={iso} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {relative(iso, now, words)}
      </time>
    </Tip>
  )
}
