import { expect, test } from 'vitest'
import { createLog } from '#platform/logging'

function lines() {
  const written: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void written.push(line) } })
  return { log, written, last: () => JSON.parse(written.at(-1) ?? '{}') }
}

test('a line is JSON with its level, time, ids and words', () => {
  const { log, last } = lines()
  log.with({ request: 'r1' }).warn({ pack: 'p1' }, 'a lost race')
  expect(last()).toMatchObject({ level: 'warn', request: 'r1', pack: 'p1', msg: 'a lost race' })
  expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('an error keeps its kind and its place, and not what it quotes', () => {
  const { log, written, last } = lines()
  try {
    JSON.parse('"Ada Lovelace')
  } catch (error) {
    log.error({ error }, 'could not be read')
  }
  const failed = Object.assign(new Error('invalid input syntax: "Ada Lovelace"'), {
    code: '22P02',
    detail: 'Key (email)=(ada@example.com)',
  })
  log.error({ error: failed }, 'a statement failed')
  expect(last().error).toMatchObject({ name: 'Error', code: '22P02' })
  expect(last().error.at.length).toBeGreaterThan(0)
  expect(written.join()).not.toMatch(/Ada|ada@/)
})

test('names that carry secrets are withheld even where somebody logs them', () => {
  const { log, written } = lines()
  log.info({ token: 'hunter2', request: { headers: { cookie: 'hunter2', authorization: 'hunter2' } }, email: 'hunter2' }, 'careless')
  expect(written.join()).not.toContain('hunter2')
})
