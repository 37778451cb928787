const TABLE = 4

/**
 * The program with room in its table of functions. It is compiled with a table that is full, so that nothing of ours could
 * be called from within; its upper bound is raised to the most that the same bytes can say.
 */
export function withGrowingTable(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(wasm)
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const id = bytes[at++]!
    const end = number() + at
    if (id !== TABLE) {
      at = end
      continue
    }
    const count = number()
    // Type of what it holds, whether it has an upper bound, the lower bound: then the upper one.
    at += 1
    const bounded = bytes[at++] === 1
    number()
    if (count !== 1 || !bounded) break
    const from = at
    number()
    for (let i = from; i < at; i++) bytes[i] = i === at - 1 ? 0x7f : 0xff
    return bytes
  }
  return bytes
}
