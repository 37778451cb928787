import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'

const name = PDFName.of
const LISTS = ['Certs', 'CRLs', 'OCSPs'] as const
const STORE = new Set(['Type', 'VRI', ...LISTS].map((key) => name(key)))
/** The list in a signature's own entry, with its kind. */
const ENTRY_LISTS = [
  ['Cert', 'Certs'],
  ['CRL', 'CRLs'],
  ['OCSP', 'OCSPs'],
] as const
const ENTRY = new Set(['Type', 'TU', 'TS', ...ENTRY_LISTS.map(([key]) => key)].map((key) => name(key)))

/** What is read of a store of validation data (ISO 32000-2, 12.8.4.3). */
interface Store {
  /** Objects that belong to it: its lists, and what they list. */
  readonly refs: readonly PDFRef[]
  /** A listed object and its kind. Some programs write a signature's own entry from the beginning again. */
  readonly listed: ReadonlySet<string>
}
class NotPlain extends Error {}

/** The objects of a document's validation data, none where it has none; null where it is more than that: anything could hang below it. */
export function validationObjects(document: PDFDocument): readonly PDFRef[] | null {
  return storeOf(document)?.refs ?? null
}

/** Whether the validation data is still complete. */
export function grewOnly(before: PDFDocument, after: PDFDocument): boolean {
  const [had, has] = [storeOf(before), storeOf(after)]
  return had !== null && has !== null && [...had.listed].every((one) => has.listed.has(one))
}

export function storedStreams(document: PDFDocument, kind: (typeof LISTS)[number]): readonly PDFRawStream[] {
  const store = storeOf(document)
  return [...new Set(store?.refs ?? [])].flatMap((ref) => {
    const stream = store?.listed.has(`${kind} ${ref}`) ? document.context.lookup(ref) : null
    return stream instanceof PDFRawStream ? [stream] : []
  })
}

function storeOf(document: PDFDocument): Store | null {
  const refs: PDFRef[] = []
  const listed = new Set<string>()
  const resolved = (object: PDFObject | undefined): PDFObject | undefined => {
    if (!(object instanceof PDFRef)) return object
    refs.push(object)
    return document.context.lookup(object)
  }
  const dictionary = (object: PDFObject | undefined, keys: ReadonlySet<PDFName> | null): PDFDict => {
    const found = resolved(object)
    if (!(found instanceof PDFDict) || (keys && found.keys().some((key) => !keys.has(key)))) throw new NotPlain()
    return found
  }
  const stream = (object: PDFObject | undefined) => {
    const found = resolved(object)
    const kind = found instanceof PDFRawStream ? found.dict.get(name('Type')) : null
    if (!(object instanceof PDFRef) || kind !== undefined || (found as PDFRawStream).dict.has(name('Subtype'))) throw new NotPlain()
  }
  const list = (object: PDFObject | undefined, kind: string) => {
    if (object === undefined) return
    const found = resolved(object)
    if (!(found instanceof PDFArray)) throw new NotPlain()
    for (const one of found.asArray()) {
      stream(one)
      listed.add(`${kind} ${one}`)
    }
  }
  try {
    const held = document.catalog.get(name('DSS'))
    if (held === undefined) return { refs, listed }
    const store = dictionary(held, STORE)
    for (const key of LISTS) list(store.get(name(key)), key)
    const entries = store.get(name('VRI'))
    if (entries !== undefined) {
      for (const [key, object] of dictionary(entries, null).entries()) {
        if (key === name('Type')) continue
        const entry = dictionary(object, ENTRY)
        for (const [part, kind] of ENTRY_LISTS) list(entry.get(name(part)), kind)
        const token = entry.get(name('TS'))
        if (token !== undefined) stream(token)
      }
    }
    return { refs, listed }
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}
