import { PDFDocument } from 'pdf-lib'

/** Opens a file. Times and producer stay as they are: what comes out depends on what goes in alone. */
export function open(bytes: Uint8Array, password?: string): Promise<PDFDocument> {
  return PDFDocument.load(bytes, {
    parseSpeed: Number.POSITIVE_INFINITY,
    updateMetadata: false,
    ...(password === undefined ? { ignoreEncryption: true } : { password }),
  })
}

/** Above this many objects a plain cross-reference table is several times faster to write than object streams. */
const MANY_OBJECTS = 5_000

/** Writes a file anew, as one revision. */
export function save(document: PDFDocument): Promise<Uint8Array> {
  return document.save({
    useObjectStreams: document.context.enumerateIndirectObjects().length < MANY_OBJECTS,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
}
