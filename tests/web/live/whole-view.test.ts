import { afterEach, expect, test, vi } from 'vitest'
import { HttpRefused } from '../../../web/http/index.ts'
import { fetchWholeView } from '../../../web/live/whole-view.ts'

afterEach(() => void vi.unstubAllGlobals())

const view = { name: 'a long one', fields: { one: 'two 👩🏽‍👧' } }
const text = JSON.stringify(view)
/** In parts that are cut wherever they are cut, also in the middle of a sign. */
const cut = [text.slice(0, 9), text.slice(9, 40), text.slice(40)]

function served(answers: (path: string, times: number) => object) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const body = answers(path, asked.filter((one) => one === path).length) as { success: boolean }
    return new Response(JSON.stringify(body), { status: body.success ? 200 : 409, headers: { 'content-type': 'application/json' } })
  })
  return asked
}
const PACK = '0192f4a5-0000-7000-8000-000000000001'
const head = { success: true, document_key: PACK, revision: 3, view_digest: null, people: {} }
const inParts = { ...head, view: null, view_parts: { digest: 'd', count: 3 }, view_part: cut[0] }
const over = { success: false, code: 'view-over', message: 'Again.' }
const options = { quiet: true, retries: 0 }

test('a view that fits into one answer is taken as it is', async () => {
  const asked = served(() => ({ ...head, view, view_parts: null, view_part: null }))
  expect(await fetchWholeView(PACK, options)).toEqual({ ...head, view })
  expect(asked).toEqual([`/app/documents/${PACK}/view`])
})

test('one that comes in parts is put together, and begun again where it changed meanwhile', async () => {
  const asked = served((path, times) => {
    if (path.endsWith('/view')) return inParts
    const part = Number(/part=(\d)$/.exec(path)![1])
    return part === 2 && times === 1 ? over : { success: true, view_part: cut[part] }
  })
  expect(await fetchWholeView(PACK, options)).toEqual({ ...head, view })
  expect(asked.filter((path) => path.endsWith('/view'))).toHaveLength(2)
})

test('a view that changes without end is given up with what the server says', async () => {
  served((path) => (path.endsWith('/view') ? inParts : over))
  await expect(fetchWholeView(PACK, options)).rejects.toBeInstanceOf(HttpRefused)
})
