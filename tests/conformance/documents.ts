import { expect, test } from 'vitest'
import type { DocumentStore, Documents } from '#platform/documents'

interface Opened {
  readonly store: DocumentStore
  /** The same documents, by another process. */
  another(): DocumentStore
}
type Line = { readonly pack: string; readonly at: number; readonly words: string; readonly even: boolean }

const LINES = { name: 'line', indexes: [['pack', 'at']] } as const
const line = (pack: string, at: number, seen = 0, words = `line ${at}`) => ({
  id: `${pack}:${at}`,
  seen,
  body: { pack, at, words, even: at % 2 === 0 },
})

/**
 * What every place for read models' documents must promise. `make` gives an empty one. `rivals`: the server changes a document in
 * one step. FerretDB 1 looks for it first and changes it then, so that only MongoDB itself can be asked who wins.
 */
export function documentsConformance(name: string, make: () => Promise<Opened>, knows = { rivals: true }): void {
  const title = (words: string) => `${name}: ${words}`
  const lines = async (): Promise<Documents<Line>> => (await make()).store.open<Line>(LINES)

  test(title('a document comes back as it was kept, and one that is not there as nothing'), async () => {
    const documents = await lines()
    const odd = line('p', 1, 3, 'with “quotes”, $signs, a.dot and \u0001')
    await documents.put([odd])
    expect(await documents.get('p:1')).toEqual(odd)
    expect(await documents.get('p:2')).toBeNull()
  })

  test(title('what has seen less than what is there, or as much, changes nothing'), async () => {
    const documents = await lines()
    await documents.put([line('p', 1, 5, 'of five')])
    await documents.put([line('p', 1, 4, 'late'), line('p', 1, 5, 'twice')])
    expect((await documents.get('p:1'))?.body.words).toBe('of five')
    await documents.put([line('p', 1, 6, 'of six')])
    expect(await documents.get('p:1')).toMatchObject({ seen: 6, body: { words: 'of six' } })
  })

  test(title('several in one call are kept each by its own, whatever becomes of the others'), async () => {
    const documents = await lines()
    await documents.put([line('p', 2, 9)])
    await documents.put([line('p', 1), line('p', 2, 3, 'late'), line('p', 3)])
    const found = await documents.find({ where: { pack: 'p' }, order: 'at', limit: 10 })
    expect(found.map(({ body }) => body.words)).toEqual(['line 1', 'line 2', 'line 3'])
    await documents.put([])
  })

  test(
    title(`${knows.rivals ? 'rivals at once' : 'two processes in turn'} leave the one that has seen most, in whatever order they come`),
    async () => {
      const { store, another } = await make()
      const both = [await store.open<Line>(LINES), await another().open<Line>(LINES)]
      const seens = [3, 8, 1, 7, 2, 6, 5, 4]
      const puts = seens.map((seen, at) => () => both[at % 2]!.put([line('p', 1, seen, `of ${seen}`)]))
      if (knows.rivals) await Promise.all(puts.map((put) => put()))
      else for (const put of puts) await put()
      expect((await both[0]!.get('p:1'))?.body.words).toBe('of 8')
    },
  )

  test(title('asked by fields, above a bound, in order, up to a limit'), async () => {
    const documents = await lines()
    await documents.put([...Array.from({ length: 30 }, (_, at) => line('p', at)), ...Array.from({ length: 5 }, (_, at) => line('q', at))])
    const ask = async (question: object) =>
      (await documents.find({ where: { pack: 'p' }, order: 'at', limit: 3, ...question })).map(({ body }) => body.at)
    expect(await ask({})).toEqual([0, 1, 2])
    expect(await ask({ descending: true })).toEqual([29, 28, 27])
    expect(await ask({ above: { field: 'at', value: 9 } })).toEqual([10, 11, 12])
    expect(await ask({ where: { pack: 'p', even: false }, above: { field: 'at', value: 9 } })).toEqual([11, 13, 15])
    expect(await ask({ where: { pack: 'nobody’s' } })).toEqual([])
  })

  test(title('removed by fields, and nothing else'), async () => {
    const documents = await lines()
    await documents.put([line('p', 1), line('p', 2), line('q', 1)])
    expect(await documents.remove({ pack: 'p' })).toBe(2)
    expect(await documents.remove({ pack: 'p' })).toBe(0)
    expect(await documents.get('q:1')).not.toBeNull()
  })

  test(title('opened twice, also at the same time, a kind is one; a kind that is dropped is gone'), async () => {
    const { store, another } = await make()
    const [one, other] = await Promise.all([store.open<Line>(LINES), another().open<Line>(LINES)])
    await one.put([line('p', 1)])
    expect(await other.get('p:1')).not.toBeNull()
    expect(await store.kinds()).toEqual(['line'])
    await store.drop('line')
    expect(await store.kinds()).toEqual([])
    expect(await (await store.open<Line>(LINES)).get('p:1')).toBeNull()
  })
}
