import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalise } from './canonical.ts'
import { base64url } from './digest.ts'

/** The head of a stream at some moment: its last event's place and hash. */
export interface AnchorLeaf {
  readonly stream: string
  readonly revision: number
  readonly hash: string
}

/** That a stream's head stands under a root (docs/events.md, "Anchors"). */
export interface Inclusion {
  readonly leaf: AnchorLeaf
  /** Place of the leaf, from 0, among `size` leaves. */
  readonly index: number
  readonly size: number
  /** Digests of the neighbours on the way up, the lowest first. */
  readonly path: readonly string[]
  readonly root: string
}

const encoder = new TextEncoder()
// Other first bytes for leaves and nodes: without them a node could be passed off as a leaf (RFC 6962, section 2.1).
const LEAF = 0
const NODE = 1

/** Represents a head in the tree. It reveals nothing of the head to a reader who does not know its hash. */
export function digestOfHead({ stream, revision, hash }: AnchorLeaf): string {
  return digested(LEAF, encoder.encode(canonicalise({ stream, revision, hash })))
}

/** The root over digests of leaves, in their order. @throws on no leaves at all: there is nothing to stand for */
export function merkleRoot(leaves: readonly string[]): string {
  if (leaves.length === 0) throw new RangeError('a tree has at least one leaf')
  let row = leaves
  while (row.length > 1) row = rowAbove(row)
  return row[0]!
}

/** The neighbours of the leaf at `index` on its way to the root, the lowest first. */
export function merklePath(leaves: readonly string[], index: number): readonly string[] {
  if (index < 0 || index >= leaves.length) throw new RangeError('there is no such leaf')
  const path: string[] = []
  let at = index
  for (let row = leaves; row.length > 1; row = rowAbove(row), at >>= 1) {
    const neighbour = row[at ^ 1]
    if (neighbour !== undefined) path.push(neighbour)
  }
  return path
}

/** Whether the leaf stands under the root. Pure, so that it can be asked years later, without a network. */
export function verifyInclusion({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  try {
    let digest = digestOfHead(leaf)
    let at = index
    let last = size - 1
    let used = 0
    for (; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
      if (at % 2 === 1) digest = nodeOf(path[used++]!, digest)
      else if (at < last) digest = nodeOf(digest, path[used++]!)
      // The last of an odd row has no neighbour and goes up as it is.
    }
    return used === path.length && digest === root
  } catch {
    return false
  }
}

/** Pairs, from the left; the last of an odd row goes up as it is. The same tree as RFC 6962 splits from the top. */
function rowAbove(row: readonly string[]): readonly string[] {
  const above: string[] = []
  for (let at = 0; at < row.length; at += 2) {
    const right = row[at + 1]
    above.push(right === undefined ? row[at]! : nodeOf(row[at]!, right))
  }
  return above
}

function nodeOf(left: string, right: string): string {
  const bytes = new Uint8Array(64)
  bytes.set(bytesOf(left))
  bytes.set(bytesOf(right), 32)
  return digested(NODE, bytes)
}

function digested(kind: number, bytes: Uint8Array): string {
  const all = new Uint8Array(bytes.length + 1)
  all[0] = kind
  all.set(bytes, 1)
  return base64url(sha256(all))
}

function bytesOf(digest: string): Uint8Array {
  if (!/^[\w-]{43}$/.test(digest)) throw new RangeError('not a digest')
  return Uint8Array.from(atob(digest.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
