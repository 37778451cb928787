import { type AuditOf, document, quoted } from './words.ts'

export const auditDocuments: AuditOf<'documents'> = {
  DocumentAdded: (data) => `added the document ${quoted(data.name)}`,
  DocumentRenamed: (data) => `renamed a document to ${quoted(data.name)}`,
  FileReceived: (data) => `uploaded ${quoted(data.filename)}`,
  DocumentConverted: (data, state) =>
    `${document(state, data.document)} was converted: ${data.pages.length} ${data.pages.length === 1 ? 'page' : 'pages'}${data.repaired ? ', repaired' : ''}`,
  ConversionFailed: (data, state) => `${document(state, data.document)} could not be converted (${data.reason})`,
  ConversionRetried: (data, state) => `asked to convert ${document(state, data.document)} again`,
}
