import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalise, digestOfHead, merklePath, merkleRoot, verifyInclusion } from '#domain/kernel'

const leafOf = (at: number) => ({ stream: `pack-${at}`, revision: at, hash: createHash('sha256').update(String(at)).digest('base64url') })
const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The tree as RFC 6962, section 2.1, defines it: from the top, split at the largest power of two. */
function rootByTheBook(leaves: readonly object[]): Buffer {
  if (leaves.length === 1) return sha(Buffer.of(0), Buffer.from(canonicalise(leaves[0] as never)))
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha(Buffer.of(1), rootByTheBook(leaves.slice(0, split)), rootByTheBook(leaves.slice(split)))
}

test('the tree over heads is that of RFC 6962, and every leaf of it has a proof that holds', () => {
  for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 33]) {
    const leaves = Array.from({ length: size }, (_, at) => leafOf(at))
    const digests = leaves.map(digestOfHead)
    const root = merkleRoot(digests)
    expect(root, `${size} leaves`).toBe(rootByTheBook(leaves).toString('base64url'))
    for (const [index, leaf] of leaves.entries()) {
      const path = merklePath(digests, index)
      expect(verifyInclusion({ leaf, index, size, path, root }), `leaf ${index} of ${size}`).toBe(true)
    }
  }
})

test('a proof holds for nothing but its own leaf, place, path and root, and never throws', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.nat(),
      fc.constantFrom('revision', 'hash', 'index', 'size', 'path', 'longer', 'root'),
      (size, seed, what) => {
        const leaves = Array.from({ length: size }, (_, at) => leafOf(at))
        const digests = leaves.map(digestOfHead)
        const index = seed % size
        const whole = { leaf: leaves[index]!, index, size, path: merklePath(digests, index), root: merkleRoot(digests) }
        const other = digestOfHead(leafOf(1000 + seed))
        const changed = {
          revision: { ...whole, leaf: { ...whole.leaf, revision: whole.leaf.revision + 1 } },
          hash: { ...whole, leaf: { ...whole.leaf, hash: other } },
          index: { ...whole, index: (index + 1) % size },
          size: { ...whole, index: index + size, size: size * 2 },
          path: { ...whole, path: [other, ...whole.path.slice(1)] },
          longer: { ...whole, path: [...whole.path, other] },
          root: { ...whole, root: other },
        }[what]
        expect(verifyInclusion(whole)).toBe(true)
        expect(verifyInclusion(changed)).toBe(false)
      },
    ),
    { seed: 6, numRuns: 200 },
  )
  for (const garbage of [{ index: -1 }, { index: 1.5 }, { path: ['short'] }, { path: [null] }, { leaf: {} }, { size: Number.NaN }]) {
    const leaf = leafOf(0)
    const root = digestOfHead(leaf)
    expect(verifyInclusion({ leaf, index: 0, size: 1, path: [], root, ...garbage } as never), JSON.stringify(garbage)).toBe(false)
  }
})
