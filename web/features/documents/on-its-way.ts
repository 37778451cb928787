import type { ListRow } from '#contract/document-list'
import type { Upload } from '../uploads/index.ts'

type Starting = Pick<Upload, 'document' | 'phase' | 'filename'>

/**
 * The rows without the documents that are still being uploaded here: these have rows of their own. The server tells
 * of the new document before it has answered the upload with its key, so until then it is known by its name, its
 * maker and its having no file. Without this it would stand there twice: for a moment, or where the answer never came
 * until it is tried again.
 */
export function withoutUploads(rows: readonly ListRow[], uploads: readonly Starting[], me: string): readonly ListRow[] {
  if (uploads.length === 0) return rows
  const keys = new Set(uploads.flatMap(({ document }) => document ?? []))
  const names = new Set(
    uploads.flatMap(({ document, phase, filename }) => (document === null && phase !== 'waiting' ? named(filename) : [])),
  )
  const isTheirs = (row: ListRow) =>
    keys.has(row.key) || (names.has(row.document_name) && row.created_by === me && row.conversion.state === 'waiting')
  return rows.filter((row) => !isTheirs(row))
}

/** What a document is called that is made for a file. */
const named = (filename: string): string => filename.replace(/\.pdf$/i, '') || filename
