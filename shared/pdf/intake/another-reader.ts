import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Rewritten } from './repair.ts'

/** What of the reader's inside is needed; its wrapper offers reading and drawing only. */
interface Inside {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { readonly __indirect_function_table: WebAssembly.Table; malloc(bytes: number): number; free(at: number): void }
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
}

/** Writes nothing back into the old file, and no protection. */
const REMOVE_SECURITY = 3

let library: Promise<PDFiumLibrary> | undefined

/** Lets the reader that most people have read a file, and write what it understood. Null where it can't open it. */
export async function writtenByAnother(bytes: Uint8Array, password: string | undefined): Promise<Rewritten | null> {
  library ??= PDFiumLibrary.init()
  const reader = await library
  const document = await reader.loadDocument(bytes, password ?? '').catch(() => null)
  if (document === null) return null
  try {
    const { module } = reader as unknown as { module: Inside }
    const { documentIdx } = document as unknown as { documentIdx: number }
    const saved = savedBy(module, documentIdx)
    return saved && { bytes: saved, password: undefined }
  } finally {
    document.destroy()
  }
}

/** How many pages that reader finds in a file; null where it can't open it. */
export async function pagesForAnother(bytes: Uint8Array): Promise<number | null> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(bytes).catch(() => null)
  if (document === null) return null
  try {
    return document.getPageCount()
  } finally {
    document.destroy()
  }
}

function savedBy(module: Inside, document: number): Uint8Array | null {
  const pieces: Uint8Array[] = []
  const take = (_writer: number, at: number, length: number) => {
    pieces.push(module.HEAPU8.slice(at, at + length))
    return 1
  }
  const { __indirect_function_table: table, malloc, free } = module.wasmExports
  // The reader calls back by a number in its table, which has no room to grow; number 0 is nobody's.
  table.set(0, callable(take))
  const writer = malloc(8)
  try {
    // Its version, 1, and that number.
    module.HEAPU8.set([1, 0, 0, 0, 0, 0, 0, 0], writer)
    return module._FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY) === 0 ? null : Buffer.concat(pieces)
  } finally {
    free(writer)
    table.set(0, null)
  }
}

/** Only a function of WebAssembly can stand in its table: the smallest module that passes ours on, (i32, i32, i32) → i32. */
const PASSED_ON = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
])
function callable(take: (writer: number, at: number, length: number) => number): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(PASSED_ON), { e: { f: take } }).exports.f
}
