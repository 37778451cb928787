import { documentIn } from '../documents.ts'
import type { TopicFact } from '../events/index.ts'
import type { ChildDocument, PackState } from '../state.ts'
import { changeDocument } from './change.ts'

export function evolveDocuments(state: PackState, { type, data }: TopicFact<'documents'>): PackState {
  switch (type) {
    case 'DocumentAdded':
      return { ...state, documents: [...state.documents, added(data.document, data.name, data.position)] }
    case 'DocumentRenamed':
      return changeDocument(state, data.document, { name: data.name })
    case 'DocumentRemoved': {
      const left = state.documents.filter(({ key }) => key !== data.document)
      return { ...state, documents: left.map((document, position) => ({ ...document, position })) }
    }
    case 'FileReceived':
      // The pages stay while a replacement converts, so that fields keep theirs.
      return changeDocument(state, data.document, {
        filename: data.filename,
        conversion: { state: 'converting', source: data.file, size: data.size },
      })
    case 'DocumentConverted': {
      const { document, pages, ...converted } = data
      return changeDocument(state, document, { pages, conversion: { state: 'converted', ...converted }, found: NOTHING })
    }
    case 'FormFieldsFound':
      return changeFound(state, data.document, { formFields: { file: data.file, count: data.count } })
    case 'PrintedValuesRemoved': {
      const conversion = documentIn(state, data.document)?.conversion
      const { file, digest, size } = data
      return conversion?.state === 'converted'
        ? changeDocument(state, data.document, { conversion: { ...conversion, file, digest, size } })
        : state
    }
    case 'FormFieldsAnswered':
      return changeFound(state, data.document, { answered: data.taken })
    case 'EarlierSignaturesFound':
      return changeFound(state, data.document, { signatures: data.count })
    case 'PortfolioFound':
      return changeFound(state, data.document, { papers: data.papers })
    case 'ClaimsFound':
      return changeFound(state, data.document, { claims: data.claims })
    case 'ConversionFailed':
      return changeDocument(state, data.document, { conversion: { state: 'failed', source: data.source, reason: data.reason } })
    case 'ConversionRetried':
      return changeDocument(state, data.document, {
        conversion: { state: 'converting', source: data.source, size: sizeOf(state, data.document) },
      })
    default:
      return type satisfies never
  }
}

const NOTHING: ChildDocument['found'] = { formFields: null, signatures: 0, papers: null, answered: null }

function changeFound(state: PackState, key: string, change: Partial<ChildDocument['found']>): PackState {
  const found = documentIn(state, key)?.found
  return found ? changeDocument(state, key, { found: { ...found, ...change } }) : state
}

function added(key: string, name: ChildDocument['name'], position: number): ChildDocument {
  return {
    key,
    name,
    filename: '',
    position,
    conversion: { state: 'waiting' },
    pages: [],
    found: NOTHING,
    sealing: { state: 'not-started', attempt: 0 },
    evidencePages: { seal: 0, audit: 0 },
    earlierFinals: [],
    stampedPages: [],
  }
}

function sizeOf(state: PackState, key: string): number {
  const conversion = documentIn(state, key)?.conversion
  return conversion && 'size' in conversion ? conversion.size : 0
}
