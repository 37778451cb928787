import { expect, test } from 'vitest'
import { COMMAND_REFUSALS } from '#platform/command-handler'
import { refusalAsProblem } from '../../../command-api/edge/problem.ts'
import { refusalOf } from '../../../web/live/answers.ts'

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
