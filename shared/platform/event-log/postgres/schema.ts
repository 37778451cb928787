import { readFileSync } from 'node:fs'
import type { Migration } from '#platform/postgres'

const step = (file: string): Migration => ({
  name: `event-log/${file}`,
  sql: readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8'),
})

export const eventLogSchema: readonly Migration[] = [
  step('001-events'),
  step('002-append'),
  step('003-remove'),
  step('004-notice'),
  step('005-home'),
  step('006-copy'),
  step('007-removed'),
  step('008-unborn'),
]
