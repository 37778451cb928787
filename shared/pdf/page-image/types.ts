import type { Later, WorkFailure } from '#pdf/worker-pool'

export interface PageImageRequest {
  readonly pdf: Uint8Array
  /** Zero-based. */
  readonly page: number
  /** In pixels; lowered where the image would exceed 25 megapixels. */
  readonly width: number
  readonly format: 'webp' | 'png'
}
export interface PageImage {
  readonly ok: true
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}
export type NoPageImage = { readonly ok: false; readonly failure: WorkFailure | 'no-such-page' | 'damaged'; readonly words: string }

export interface PageImages {
  render(request: PageImageRequest | Later<PageImageRequest>): Promise<PageImage | NoPageImage>
}
