import type { ChildDocument } from '#domain/pack'

/** The PDF behind the pages; null until it is converted. */
export function fileUrlOf({ conversion }: ChildDocument): string | null {
  return conversion.state === 'converted' ? `/app/serve/${conversion.file}` : null
}

/** A picture of the page, there before pdf.js is. */
export function pageImageUrlOf(document: ChildDocument, page: number): string {
  return `/documents/${document.key}/get_blob_as_image?index_of_page=${page}`
}
