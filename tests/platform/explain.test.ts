import { expect, test } from 'vitest'
import { explain } from '../../cli/explain.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error(`${code}: private`), { code, ...more })

test('each thing that keeps Paraph from starting says what to do', () => {
  expect(explain(failure('EADDRINUSE', { port: 4680 }))).toBe(
    'Port 4680 is used by another program. Stop that one, or set PARAPH_PORT to another number.',
  )
  expect(explain(failure('EACCES', { port: 80, syscall: 'listen' }))).toContain('above 1023')
  expect(explain(failure('EACCES', { path: '/data' }))).toContain('/data cannot be written')
  expect(explain(failure('EROFS', { path: '/data' }))).toContain('can only be read')
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(explain(failure(code))).toContain('The disk is full')
  expect(explain(failure('ECONNREFUSED'))).toContain('DATABASE_URL')
  expect(explain(failure('28P01'))).toContain('the password in DATABASE_URL')
})

test('a missing library or package is named', () => {
  const words = 'postgres: error while loading shared libraries: libxml2.so.2: cannot open shared object file'
  expect(explain(new Error(words))).toContain('needs the library libxml2.so.2')
  expect(explain(failure('ERR_MODULE_NOT_FOUND', { message: "Cannot find package 'fastify' imported from x" }))).toContain(
    'missing (fastify)',
  )
})

test('what the database says of a full disk is understood', () => {
  expect(explain(new Error('initdb: error: could not write: No space left on device'))).toContain('The disk is full')
})
