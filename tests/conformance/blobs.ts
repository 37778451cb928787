import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import { type Blobs, OutsideBlob, TooLarge } from '#platform/blobs'

/** Content in pieces of odd sizes, as a network delivers it. */
export async function* inPieces(bytes: Uint8Array, piece = 1021): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

export async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of sequence) items.push(item)
  return items
}

const hello = new TextEncoder().encode('A contract, as its bytes.')

async function read(blobs: Blobs, digest: string, range?: { start: number; end?: number }): Promise<string | null> {
  const content = await blobs.open(digest, range)
  return content ? (await buffer(content.stream)).toString() : null
}

/** What every place for bytes must promise. `make` gives an empty one. */
export function blobsConformance(name: string, make: () => Promise<Blobs>): void {
  const title = (words: string) => `${name}: ${words}`

  test(title('bytes come back whole under their SHA-256'), async () => {
    const blobs = await make()
    const put = await blobs.put(inPieces(hello, 5))
    expect(put).toEqual({ digest: digestOf(hello), size: hello.length })
    expect(await read(blobs, put.digest)).toBe('A contract, as its bytes.')
    expect(await blobs.has(put.digest)).toBe(true)
  })

  test(title('a digest that nothing has opens as nothing'), async () => {
    const blobs = await make()
    expect(await blobs.open(digestOf('nothing'))).toBeNull()
    expect(await blobs.has(digestOf('nothing'))).toBe(false)
    await blobs.remove(digestOf('nothing'))
  })

  test(title('a range gives exactly its bytes and the size of the whole'), async () => {
    const blobs = await make()
    const { digest } = await blobs.put(inPieces(hello))
    expect(await read(blobs, digest, { start: 2, end: 9 })).toBe('contract')
    expect(await read(blobs, digest, { start: 15 })).toBe('its bytes.')
    expect(await read(blobs, digest, { start: 15, end: 10_000 })).toBe('its bytes.')
    const content = await blobs.open(digest, { start: 2, end: 9 })
    expect(content).toMatchObject({ size: hello.length, start: 2, end: 9 })
    content?.stream.destroy()
    await expect(blobs.open(digest, { start: hello.length })).rejects.toThrow(OutsideBlob)
    await expect(blobs.open(digest, { start: 9, end: 2 })).rejects.toThrow(OutsideBlob)
  })

  test(title('empty content is content'), async () => {
    const blobs = await make()
    const { digest, size } = await blobs.put(inPieces(new Uint8Array(0)))
    expect(size).toBe(0)
    expect(await read(blobs, digest)).toBe('')
  })

  test(title('the same bytes twice, also at the same time, are kept once'), async () => {
    const blobs = await make()
    const puts = await Promise.all(Array.from({ length: 8 }, () => blobs.put(inPieces(hello))))
    expect(new Set(puts.map((put) => put.digest)).size).toBe(1)
    expect(await all(blobs.list())).toEqual([digestOf(hello)])
    await blobs.remove(digestOf(hello))
    expect(await blobs.has(digestOf(hello))).toBe(false)
  })

  test(title('staged bytes are invisible until they are committed, and gone when discarded'), async () => {
    const blobs = await make()
    const kept = await blobs.stage(inPieces(hello))
    expect(await blobs.has(kept.digest)).toBe(false)
    await kept.commit()
    expect(await read(blobs, kept.digest)).toBe('A contract, as its bytes.')
    const thrownAway = await blobs.stage(inPieces(hello.subarray(3)))
    await thrownAway.discard()
    expect(await blobs.has(thrownAway.digest)).toBe(false)
    expect(await blobs.sweep()).toBe(0)
  })

  test(title('more bytes than allowed are refused while they arrive, and leave nothing'), async () => {
    const blobs = await make()
    let given = 0
    async function* endless() {
      for (;;) {
        given += 1000
        yield new Uint8Array(1000)
      }
    }
    await expect(blobs.put(endless(), 5000)).rejects.toThrow(TooLarge)
    expect(given).toBeLessThan(10_000)
    expect(await blobs.sweep()).toBe(0)
    expect(await all(blobs.list())).toEqual([])
  })

  test(title('content that breaks off leaves nothing'), async () => {
    const blobs = await make()
    async function* broken() {
      yield hello
      throw new Error('the line dropped')
    }
    await expect(blobs.put(broken())).rejects.toThrow('the line dropped')
    expect(await blobs.has(digestOf(hello))).toBe(false)
    expect(await blobs.sweep()).toBe(0)
  })
}
