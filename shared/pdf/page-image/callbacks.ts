/** How a function of JavaScript looks from within WebAssembly: so many 32-bit integers in, one or none out. */
export interface Callback {
  readonly takes: number
  readonly answers: boolean
  readonly call: (...args: number[]) => number
}

/**
 * Puts functions into a module's table, where its C code calls them by number. A table takes functions of WebAssembly only,
 * so a module of nothing but their types takes them in and exports them again.
 */
export function inTable(table: WebAssembly.Table, callbacks: readonly Callback[]): number[] {
  const names = callbacks.map((_, i) => `f${i}`)
  const module = new WebAssembly.Module(passingOn(callbacks, names))
  const { exports } = new WebAssembly.Instance(module, { e: Object.fromEntries(callbacks.map(({ call }, i) => [names[i]!, call])) })
  const first = table.grow(callbacks.length)
  return names.map((name, i) => {
    table.set(first + i, exports[name] as () => number)
    return first + i
  })
}

const I32 = 0x7f
const text = (value: string) => [value.length, ...new TextEncoder().encode(value)]
const section = (id: number, entries: readonly (readonly number[])[]) => {
  const body = [entries.length, ...entries.flat()]
  return [id, ...length(body.length), ...body]
}
/** LEB128; two bytes are enough here. */
const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7])

function passingOn(callbacks: readonly Callback[], names: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      callbacks.map(({ takes, answers }) => [0x60, takes, ...Array.from({ length: takes }, () => I32), ...(answers ? [1, I32] : [0])]),
    ),
    ...section(
      2,
      names.map((name, i) => [...text('e'), ...text(name), 0, i]),
    ),
    ...section(
      7,
      names.map((name, i) => [...text(name), 0, i]),
    ),
  ])
}
