import type { ChildDocument } from '#domain/pack'

/** The PDF behind the pages; null until it is converted. */
export function fileUrlOf({ conversion }: ChildDocument): string | null {
  return conversion.state === 'converted' ? `/app/serve/${conversion.file}` : null
}

/** The page as it is in the final file, once there is one; as it was uploaded until then. */
export function currentImageUrlOf(document: ChildDocument, page: number): string {
  return `${pageImageUrlOf(document, page)}${document.sealing.state === 'sealed' ? '&final=true' : ''}`
}

/** A picture of the page, there before pdf.js is. */
export function pageImageUrlOf(document: ChildDocument, page: number): string {
  return `/documents/${document.key}/get_blob_as_image?index_of_page=${page}`
}
