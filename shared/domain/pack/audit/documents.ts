import { type AuditOf, ofDocument, readable } from './words.ts'

export const auditDocuments: AuditOf<'documents'> = {
  DocumentAdded: ['{name} was added', ({ name }) => ({ name: readable(name) })],
  DocumentRenamed: ['A document was renamed to {name}', ({ name }) => ({ name: readable(name) })],
  FileReceived: ['The file {filename} was uploaded', ({ filename }) => ({ filename: readable(filename) })],
  DocumentConverted: ['{document} was converted: {pages} pages', ({ document, pages }) => ({ document, pages: pages.length })],
  ConversionFailed: ['{document} could not be converted: {reason}', ({ document, reason }) => ({ document, reason })],
  ConversionRetried: ['{document} is converted again', ofDocument],
}
