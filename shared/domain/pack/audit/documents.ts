import { type AuditOf, document, quoted } from './words.ts'

export const auditDocuments: AuditOf<'documents'> = {
  DocumentAdded: (data) => `added the document ${quoted(data.name)}`,
  DocumentRenamed: (data) => `renamed a document to ${quoted(data.name)}`,
  DocumentRemoved: 'removed a document, and the fields on it',
  FileReceived: (data) => `uploaded ${quoted(data.filename)}`,
  DocumentConverted: (data, state) =>
    `${document(state, data.document)} was converted: ${data.pages.length} ${data.pages.length === 1 ? 'page' : 'pages'}${data.repaired ? ', repaired' : ''}`,
  FormFieldsFound: (data, state) => `found ${counted(data.count, 'form field')} in ${document(state, data.document)}`,
  FormFieldsAnswered: (data, state) =>
    data.taken
      ? `took over the form fields of ${document(state, data.document)}`
      : `left the form fields of ${document(state, data.document)}`,
  PrintedValuesRemoved: (data, state) =>
    `removed from the pages of ${document(state, data.document)} what they showed in the form fields that were taken over`,
  EarlierSignaturesFound: (data, state) =>
    `found ${counted(data.count, 'earlier signature')} in ${document(state, data.document)}: preparing a copy invalidates ${data.count === 1 ? 'it' : 'them'}`,
  PortfolioFound: (data, state) =>
    `found ${counted(data.papers, 'attached paper')} in ${document(state, data.document)}: they are not pages`,
  ClaimsFound: (data, state) =>
    `found that ${document(state, data.document)} claims to conform to ${data.claims.join(', ')}: the sealed file does not claim it`,
  ConversionFailed: (data, state) => `${document(state, data.document)} could not be converted (${data.reason})`,
  ConversionRetried: (data, state) => `asked to convert ${document(state, data.document)} again`,
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
