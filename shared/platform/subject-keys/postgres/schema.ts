import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Migration } from '#platform/postgres'

const step = (file: string): Migration => ({
  name: `subject-keys/${file}`,
  sql: readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8'),
})

export const subjectKeysSchema: readonly Migration[] = [step('001-subject-keys'), step('002-destroyed')]

/** A query for those of these streams that had a key destroyed, to be asked in one statement with others. */
export const destroyedIn = (streams: readonly string[]): string =>
  `SELECT DISTINCT stream FROM public.subject_key WHERE wrapped IS NULL AND stream = ANY (ARRAY[${streams.map(pg.escapeLiteral).join()}]::text[])`
