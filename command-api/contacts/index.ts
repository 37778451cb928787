export { addressBook } from './address-book.ts'
export { contactsCsv } from './export.ts'
