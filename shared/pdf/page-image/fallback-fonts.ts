import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { fontBytes } from '#pdf/font-files'
import { wholeFont } from '#pdf/fonts'
import type { CoreFontName, LargeFontName } from '#pdf/text-layout'
import { inTable } from './callbacks.ts'

type FallbackName = LargeFontName | CoreFontName

/** Faces for text whose own font is not in the file, by the character sets that pdfium asks for (fpdf_sysfontinfo.h). */
const FACES: ReadonlyMap<number, FallbackName> = new Map([
  [128, 'jp'],
  [129, 'kr'],
  [134, 'sc'],
  [136, 'tc'],
  [161, 'sans'],
  [163, 'sans'],
  [177, 'hebrew'],
  [178, 'arabic'],
  [204, 'sans'],
  [222, 'thai'],
  [238, 'sans'],
] as const)

export interface FallbackFonts {
  /** Whether pdfium has asked for a face that it did not get but would get now. Pages drawn meanwhile lack text. */
  loadMissing(): Promise<boolean>
}

/** The parts of the module behind the library that register a system's fonts. The library itself has no such call. */
interface Inside {
  readonly module: {
    readonly HEAPU8: Uint8Array
    readonly wasmExports: { malloc(size: number): number; readonly __indirect_function_table: WebAssembly.Table }
    _FPDF_SetSystemFontInfo(info: number): void
  }
}

/**
 * Gives pdfium the product's own fonts where a file brings none: it knows no others, and would leave Japanese or Arabic
 * out. It asks in the middle of drawing and can't wait, and the faces are large: a missing one is remembered.
 */
export function giveFallbackFonts(library: PDFiumLibrary): FallbackFonts {
  const { module } = library as unknown as Inside
  const ready = new Map<FallbackName, Uint8Array>()
  const missing = new Set<FallbackName>()
  const byHandle: FallbackName[] = []

  const mapFont = (_: number, __: number, ___: number, charset: number) => {
    const face = FACES.get(charset)
    if (face === undefined) return 0
    if (!ready.has(face)) {
      missing.add(face)
      return 0
    }
    if (!byHandle.includes(face)) byHandle.push(face)
    return byHandle.indexOf(face) + 1
  }
  const fontData = (_: number, handle: number, table: number, to: number, room: number) => {
    const bytes = ready.get(byHandle[handle - 1]!)
    // 0 stands for the whole file; single tables and collections are not served.
    if (!bytes || table !== 0) return 0
    if (to !== 0 && room >= bytes.length) module.HEAPU8.set(bytes, to)
    return bytes.length
  }
  const none = () => 0
  // In the order of FPDF_SYSFONTINFO: Release, EnumFonts, MapFont, GetFont, GetFontData, GetFaceName, GetFontCharset, DeleteFont.
  const functions = inTable(module.wasmExports.__indirect_function_table, [
    { takes: 1, answers: false, call: none },
    { takes: 2, answers: false, call: none },
    { takes: 7, answers: true, call: mapFont },
    { takes: 2, answers: true, call: none },
    { takes: 5, answers: true, call: fontData },
    { takes: 4, answers: true, call: none },
    { takes: 2, answers: true, call: none },
    { takes: 2, answers: false, call: none },
  ])
  const VERSION = 1
  const info = module.wasmExports.malloc(4 * (1 + functions.length))
  const view = new DataView(module.HEAPU8.buffer)
  for (const [i, value] of [VERSION, ...functions].entries()) view.setInt32(info + 4 * i, value, true)
  module._FPDF_SetSystemFontInfo(info)

  return {
    async loadMissing() {
      const wanted = [...missing]
      missing.clear()
      for (const face of wanted) ready.set(face, await bytesOf(face))
      return wanted.length > 0
    },
  }
}

function bytesOf(face: FallbackName): Promise<Uint8Array> | Uint8Array {
  switch (face) {
    case 'jp':
    case 'kr':
    case 'sc':
    case 'tc':
    case 'emoji':
      return wholeFont(face)
    default:
      return fontBytes(face)
  }
}
