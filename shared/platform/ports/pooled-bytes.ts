/** Requests beyond this go to the system by themselves. */
const LARGEST = 256

/**
 * Random bytes, fetched from the system by the page: a command needs several handfuls, and asking for each by itself
 * was a sixth of its time. Each byte is handed out once and does not stay behind.
 */
export function pooledBytes(fetch: (count: number) => Uint8Array, size = 4_096): (count: number) => Uint8Array {
  let pool = new Uint8Array(0)
  let at = 0
  return (count) => {
    if (count > LARGEST) return new Uint8Array(fetch(count))
    if (at + count > pool.length) {
      const fetched = fetch(size)
      // The same memory, so that what is wiped is all there is.
      pool = new Uint8Array(fetched.buffer as ArrayBuffer, fetched.byteOffset, fetched.length)
      at = 0
    }
    const bytes = pool.slice(at, at + count)
    pool.fill(0, at, at + count)
    at += count
    return bytes
  }
}
