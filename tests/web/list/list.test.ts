import { afterEach, expect, test, vi } from 'vitest'
import type { ListRow } from '#contract/document-list'
import { createDocumentList } from '../../../web/features/documents/list.ts'
import { createList, type Keyed, type Page } from '../../../web/list/index.ts'
import { say } from '../../../web/ui/index.ts'

const keyOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
const MANY = 120
const row = (at: number): ListRow => ({
  key: keyOf(at),
  document_name: `Lease ${at}`,
  document_type: 'document',
  status: 'setup',
  status_detail: 'setup',
  account_key: keyOf(900),
  created_by: keyOf(901),
  owner: keyOf(901),
  date_created: '2026-03-02T09:00:00.000Z',
  date_updated: '2026-03-02T09:00:00.000Z',
  date_completed: null,
  is_deleted: false,
  child_documents: 1,
  pages: 1,
  conversion: { state: 'converted', reason: null },
  sealing: 'not-started',
  signatories: [],
  final_file_key: null,
  revision: 1,
})
/** A server of so many documents: by cursor, and what a search finds by how many came before. */
function serving() {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://x.example').searchParams
    asked.push(query)
    const from = Number(query.get('cursor') ?? query.get('search_offset') ?? 0)
    const to = Math.min(MANY, from + Number(query.get('limit')))
    const rows = Array.from({ length: to - from }, (_, at) => row(from + at))
    const cursor = to < MANY ? String(to) : null
    const body = url.includes('/search/')
      ? { success: true, search_documents: rows, cursor, wait_for_response: false }
      : { success: true, documents: rows, cursor, counts: {} }
    return new Response(JSON.stringify(body))
  })
  return asked
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('[S-112] a list knows where its page began and the next one begins, how far a search is, and which documents are selected', async () => {
  const asked = serving()
  const list = createDocumentList({ type: 'document', status: 'all', search: '', trash: false, bulkSend: null, customFields: [] })
  await list.load()
  expect(list.state).toMatchObject({ problem: null, cursor: null, nextCursor: '50', searchOffset: 50 })
  await list.more()
  expect(list.state).toMatchObject({ cursor: '50', nextCursor: '100' })
  expect(asked.at(-1)!.get('cursor')).toBe('50')
  list.toggle(keyOf(3), false)
  list.toggle(keyOf(5), true)
  expect([...list.state.selected]).toEqual([keyOf(3), keyOf(4), keyOf(5)])

  list.show({ search: 'Lease' })
  await vi.waitFor(() => expect(list.state.phase).toBe('ready'))
  expect([list.state.selected.size, list.state.searchOffset]).toEqual([0, 50])
  await list.more()
  expect([asked.at(-1)!.get('search_offset'), asked.at(-1)!.get('cursor')]).toEqual(['50', null])
  await list.more()
  expect(list.state).toMatchObject({ nextCursor: null, searchOffset: MANY })
  expect(list.state.rows.map(({ key }) => key)).toEqual(Array.from({ length: MANY }, (_, at) => keyOf(at)))
})

test('all are selected also where the next page is on its way already', async () => {
  serving()
  const list = createDocumentList({ type: 'document', status: 'all', search: '', trash: false, bulkSend: null, customFields: [] })
  await list.load()
  void list.more()
  await list.selectAll()
  expect(list.state.selected.size).toBe(MANY)
})

test('a list that could not be brought up to date keeps its rows and says so, until it is asked for again and answered', async () => {
  serving()
  const list = createDocumentList({ type: 'document', status: 'all', search: '', trash: false, bulkSend: null, customFields: [] })
  await list.load()
  await list.more()
  const { rows } = list.state
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  await list.load(true)
  expect(list.state).toMatchObject({ phase: 'ready', rows, problem: 'The list could not be loaded. Nothing is lost.' })
  await list.again()
  expect(list.state).toMatchObject({ phase: 'ready', rows, problem: 'The list could not be loaded. Nothing is lost.' })
  // From the start: nothing of it is there yet.
  await list.load()
  expect(list.state).toMatchObject({ phase: 'failed', rows: [] })

  serving()
  await list.again()
  expect(list.state).toMatchObject({ phase: 'ready', problem: null })
})

test('that the next rows cannot be had is said, with the way to ask again; not all are selected where not all are there', async () => {
  serving()
  const list = createDocumentList({ type: 'document', status: 'all', search: '', trash: true, bulkSend: null, customFields: [] })
  await list.load()
  const said = vi.spyOn(say, 'danger').mockReturnValue('more')
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  await list.more()
  expect(said).toHaveBeenCalledWith('More rows could not be loaded. Try again.', undefined, expect.objectContaining({ here: true }))
  await list.selectAll()
  expect([said.mock.calls.length, list.state.rows.length, list.state.selected.size]).toEqual([2, 50, 0])

  serving()
  said.mock.calls[0]![2]!.action!.run()
  await vi.waitFor(() => expect(list.state.rows).toHaveLength(100))
  // Asked for from the start while the next page is on its way: that page is called off, and nobody needs to know.
  const more = list.more()
  await list.load()
  expect(await more).toBe(false)
  expect(said).toHaveBeenCalledTimes(2)
})

/** A list of words, whose answers come when the test says so. */
function answering() {
  const asked: { readonly search: string; answer(page: Page<Keyed>): void; fail(): void }[] = []
  const list = createList<Keyed, { readonly search: string }>({
    filter: { search: '' },
    fetch: ({ search }) => new Promise((answer, fail) => asked.push({ search, answer, fail: () => fail(new Error('no line')) })),
    watch: () => () => undefined,
    receive: (rows, changed) => [...changed, ...rows],
    failed: ({ search }) => `Nothing could be found for “${search}”.`,
  })
  const keys = () => list.state.rows.map(({ key }) => key)
  return { list, asked, keys }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('earlier results stay in view until the next search is answered, and goes where that fails', async () => {
  const { list, asked, keys } = answering()
  void list.load()
  asked[0]!.answer({ rows: [{ key: 'a' }, { key: 'b' }], cursor: 'next' })
  await settled()
  list.show({ search: 'b' }, { staying: true })
  expect([list.state.phase, list.state.shown.search, keys()]).toEqual(['ready', '', ['a', 'b']])
  // The next page of the former search has no place in this one.
  void list.more()
  expect(asked).toHaveLength(2)
  asked[1]!.answer({ rows: [{ key: 'b' }], cursor: null })
  await settled()
  expect([list.state.shown.search, keys()]).toEqual(['b', ['b']])
  list.show({ search: 'c' }, { staying: true })
  asked[2]!.fail()
  await settled()
  expect([list.state.phase, list.state.problem]).toEqual(['failed', 'Nothing could be found for “c”.'])
  // Without `staying` there is nothing in view that belongs to another search.
  list.show({ search: '' })
  expect([list.state.phase, keys()]).toEqual(['loading', []])
})

test('what is pushed while an answer is on its way is not lost in it', async () => {
  const { list, asked, keys } = answering()
  void list.load()
  list.changed([{ key: 'new' }], [])
  asked[0]!.answer({ rows: [{ key: 'a' }], cursor: null })
  await settled()
  expect(keys()).toEqual(['new', 'a'])
})
