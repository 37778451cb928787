import { pixelsOf } from './pixels.ts'

/** As many pixels are looked at along the longer side of a page, at most. */
const MOST = 600
/** What the stamps of `wayOf` cover, on the first page and on the last. */
const STAMPED = { left: 3, top: 3, right: 208, bottom: 66 }
/** Of 255: what the rounding of a colour or of an edge may differ by. */
const HARDLY = 24

interface Look {
  readonly bytes: Uint8Array
  readonly password?: string | undefined
}

/**
 * Where a sealed file looks otherwise than another one, in words, by a renderer that has no part in making it: its first page and its last,
 * but for the stamps. Empty where they look the same.
 */
export async function differences(sealed: Uint8Array, other: Look, sizes: readonly (readonly [number, number])[]): Promise<string> {
  const found: string[] = []
  for (const page of new Set([0, sizes.length - 1])) {
    const scale = Math.min(1, MOST / Math.max(...sizes[page]!))
    const ours = await pixelsOf(sealed, page, scale)
    const theirs = await pixelsOf(other.bytes, page, scale, other.password)
    if (ours.width !== theirs.width || ours.height !== theirs.height)
      found.push(`page ${page + 1} is ${theirs.width} × ${theirs.height} and was sealed as ${ours.width} × ${ours.height}`)
    else {
      const count = differing(ours, theirs, scale)
      if (count > 0) found.push(`page ${page + 1}: ${count} pixels`)
    }
  }
  return found.join(', ')
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

function differing(ours: Pixels, theirs: Pixels, scale: number): number {
  const { left, top, right, bottom } = STAMPED
  let count = 0
  for (let y = 0; y < ours.height; y++) {
    for (let x = 0; x < ours.width; x++) {
      if (x >= left * scale - 1 && x <= right * scale + 1 && y >= top * scale - 1 && y <= bottom * scale + 1) continue
      const at = (y * ours.width + x) * 4
      if ([0, 1, 2].some((colour) => Math.abs(ours.data[at + colour]! - theirs.data[at + colour]!) > HARDLY)) count++
    }
  }
  return count
}
