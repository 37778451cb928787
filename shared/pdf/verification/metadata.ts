const ELEMENTS = new Set(['x:xmpmeta', 'rdf:RDF', 'rdf:Description'])
const WRITTEN = new Set(['xmp:ModifyDate', 'xmp:MetadataDate', 'pdf:Producer'])
const TOKEN = /<\?xpacket [^<>?]*\?>|<(\/?)([A-Za-z][\w.:-]*)((?:\s+[A-Za-z][\w.:-]*\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*\/?>|[^<>&]+/gy
const ATTRIBUTE = /([A-Za-z][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Whether a document's metadata (XMP) says only when the file was written and by which program. Read by what may stand in it:
 * anything else, an entity or a comment too, is more than that.
 */
export function isModificationOnly(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const open: string[] = []
  let at = 0
  for (const token of text.matchAll(TOKEN)) {
    const [whole, closing, element, attributes = ''] = token
    at = token.index + whole.length
    if (element === undefined) {
      const isWords = !whole.startsWith('<') && whole.trim() !== ''
      if (isWords && !WRITTEN.has(open.at(-1) ?? '')) return false
    } else if (!ELEMENTS.has(element) && !WRITTEN.has(element)) return false
    else if (closing) {
      if (open.pop() !== element) return false
    } else {
      for (const [, attribute = '', value = '', other = ''] of attributes.matchAll(ATTRIBUTE)) {
        const isFree = attribute.startsWith('xmlns:') || attribute === 'x:xmptk' || WRITTEN.has(attribute)
        if (!isFree && !(attribute === 'rdf:about' && value + other === '')) return false
      }
      if (!whole.endsWith('/>')) open.push(element)
    }
  }
  return at === text.length && open.length === 0
}
