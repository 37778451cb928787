import { readFileSync } from 'node:fs'
import type { Migration } from '#platform/postgres'

const step = (file: string): Migration => ({
  name: `subject-keys/${file}`,
  sql: readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8'),
})

export const subjectKeysSchema: readonly Migration[] = [step('001-subject-keys')]
