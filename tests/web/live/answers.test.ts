import { expect, test, vi } from 'vitest'
import { COMMAND_REFUSALS } from '#platform/command-handler'
import { refusalAsProblem } from '../../../command-api/edge/problem.ts'
import { refusalOf } from '../../../web/live/answers.ts'
import { httpCalls } from '../../../web/live/calls.ts'

const said = (status: number) => refusalOf({ status, code: 'the-code', message: 'The words.', at: ['a'] })

test('a change is given up only where the server refused it, tried again where that may pass, and nothing is said of it where the page is over', () => {
  for (const status of [400, 403, 409, 413, 422])
    expect(said(status), String(status)).toEqual({ answer: 'refused', code: 'the-code', message: 'The words.', at: ['a'] })
  for (const status of [408, 425, 429, 500, 502, 503, 504])
    expect(said(status), String(status)).toEqual({ answer: 'failed', offline: false })
  for (const status of [401, 404, 410])
    expect(said(status), String(status)).toEqual({ answer: 'failed', offline: false, ended: { code: 'the-code', message: 'The words.' } })
})

test('a change that others were faster than, time after time, is tried again and not given up', () => {
  const { status, code, message } = refusalAsProblem({ refused: 'too-many-rivals' }, COMMAND_REFUSALS)
  expect(refusalOf({ status, code, message, at: [] })).toEqual({ answer: 'failed', offline: false })
})

test.each([
  ['a proxy says that there is nothing, while the server restarts', new Response('<h1>404 page not found</h1>', { status: 404 })],
  ['somebody wants a login first', new Response('<html>Sign in to go on</html>', { status: 200 })],
  ['a firewall forbids it', new Response('<html>', { status: 403 })],
  [
    'a proxy leads elsewhere',
    Object.defineProperties(new Response(null), { type: { value: 'opaqueredirect' }, status: { value: 0 }, ok: { value: false } }),
  ],
])('what was to be saved is kept when %s: the server has not said a word', async (_, answered) => {
  vi.stubGlobal('fetch', async () => answered)
  const call = { id: 'k', kind: 'document', keys: ['p'], body: {} } as const
  expect(await httpCalls.save('p', call)).toEqual({ answer: 'failed', offline: false })
  vi.unstubAllGlobals()
})

test('that a change is too large for a proxy is a word to go by', () => {
  expect(refusalOf({ status: 413, code: 'server-error', message: 'The words.', at: [] })).toMatchObject({ answer: 'refused' })
})
