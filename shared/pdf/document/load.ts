import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import './bounded-numbers.ts'
import './decrypted-strings.ts'
import { noBombIn } from './bounded-streams.ts'
import { decoded } from './decoded.ts'

/** Readers know no object beyond this number. */
export const MOST_OBJECTS = 8_388_607

/** Opens a file. Times and producer stay as they are: what comes out depends on what goes in alone. @throws Bomb */
export async function open(bytes: Uint8Array, password?: string): Promise<PDFDocument> {
  const options = {
    parseSpeed: Number.POSITIVE_INFINITY,
    updateMetadata: false,
    ...(password === undefined ? { ignoreEncryption: true } : { password }),
  }
  const document = await noBombIn(() => PDFDocument.load(bytes, options))
  const { context } = document
  // What is added gets the next number, and one stray object must not push that out of reach.
  if (context.largestObjectNumber > MOST_OBJECTS) {
    const numbers = context.enumerateIndirectObjects().map(([{ objectNumber }]) => objectNumber)
    context.largestObjectNumber = numbers.reduce((most, number) => (number <= MOST_OBJECTS ? Math.max(most, number) : most), 0)
  }
  return document
}

/** Above this many objects a plain cross-reference table is several times faster to write than object streams. */
const MANY_OBJECTS = 5_000

/** Writes a file again, as one revision. */
export function save(document: PDFDocument): Promise<Uint8Array> {
  return document.save({
    useObjectStreams: document.context.enumerateIndirectObjects().length < MANY_OBJECTS && !isForArchives(document),
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
}

/** A file that says it is PDF/A-1 has no object streams, which came later: the library would not write it with them. */
function isForArchives({ catalog }: PDFDocument): boolean {
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  const content = metadata instanceof PDFRawStream ? decoded(metadata) : null
  return content !== null && /pdfaid:part(?:\s*=\s*["']|>\s*)1/.test(Buffer.from(content.bytes).toString('latin1'))
}
