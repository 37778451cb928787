import { expect, test } from 'vitest'
import { pooledBytes } from '../../shared/platform/ports/pooled-bytes.ts'

/** 1, 2, 3, …: a byte that is handed out twice, or left out, shows. */
function counting() {
  const fetched: Uint8Array[] = []
  let next = 0
  const fetch = (count: number) => {
    const bytes = Uint8Array.from({ length: count }, () => ++next)
    fetched.push(bytes)
    return bytes
  }
  return { fetch, fetched }
}

test('each random byte is handed out once, and those at hand are replaced before they run out', () => {
  const { fetch } = counting()
  const bytes = pooledBytes(fetch, 32)
  const given = Array.from({ length: 7 }, () => [...bytes(10)])
  expect(given.every(({ length }) => length === 10)).toBe(true)
  const all = given.flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain(0)
})

test('bytes given out are nobody else’s: changing it changes nothing that follows', () => {
  const bytes = pooledBytes(counting().fetch, 32)
  bytes(4).fill(255)
  expect([...bytes(4)]).toEqual([5, 6, 7, 8])
})

test('many bytes at once come from the system alone', () => {
  const { fetch, fetched } = counting()
  const bytes = pooledBytes(fetch, 32)
  expect(bytes(257)).toHaveLength(257)
  expect(fetched.map(({ length }) => length)).toEqual([257])
})
