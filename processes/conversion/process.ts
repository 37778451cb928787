import { packProcess } from '#processes/engine'

export const CONVERSION = 'conversion'
export type ConversionData = { readonly pack: string; readonly document: string; readonly source: string }

/** An upload, or the wish to try it again, is followed by a conversion. */
export const conversion = packProcess({
  name: CONVERSION,
  follows: ['FileReceived', 'ConversionRetried'],
  react({ id, fact }, pack) {
    switch (fact.type) {
      case 'FileReceived':
        return [{ queue: CONVERSION, key: `conversion:${id}`, data: { pack, document: fact.data.document, source: fact.data.file } }]
      case 'ConversionRetried':
        return [{ queue: CONVERSION, key: `conversion:${id}`, data: { pack, document: fact.data.document, source: fact.data.source } }]
      default:
        return []
    }
  },
})
