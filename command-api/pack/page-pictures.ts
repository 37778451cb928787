import { buffer } from 'node:stream/consumers'
import type { NoPageImage, PageImages } from '#pdf/page-image'
import type { Files } from '#platform/files'

const MOST_BYTES = 64 * 1024 * 1024
export type PictureFormat = 'webp' | 'png'

export interface PagePictures {
  of(file: string, digest: string, page: number, width: number, format: PictureFormat): Promise<Uint8Array | NoPageImage>
}

/** Pictures of pages, kept in memory up to a bound: many signers look at the same pages. Asked twice at once, made once. */
export function pagePictures(images: PageImages, files: Files): PagePictures {
  const kept = new Map<string, Promise<Uint8Array | NoPageImage>>()
  const sizes = new Map<string, number>()
  let bytes = 0

  async function make(file: string, page: number, width: number, format: PictureFormat): Promise<Uint8Array | NoPageImage> {
    const content = await files.open(file)
    if (!content) return { ok: false, failure: 'damaged', words: 'the file is not there' }
    const image = await images.render({ pdf: await buffer(content.stream), page, width, format })
    return image.ok ? image.bytes : image
  }
  function forget(name: string): void {
    kept.delete(name)
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  }
  return {
    async of(file, digest, page, width, format) {
      const name = `${digest} ${page} ${width} ${format}`
      const made = kept.get(name) ?? make(file, page, width, format)
      kept.delete(name)
      kept.set(name, made)
      try {
        const picture = await made
        if (!(picture instanceof Uint8Array)) forget(name)
        else if (!sizes.has(name) && kept.has(name)) {
          sizes.set(name, picture.length)
          bytes += picture.length
          for (const oldest of kept.keys()) {
            if (bytes <= MOST_BYTES) break
            forget(oldest)
          }
        }
        return picture
      } catch (error) {
        forget(name)
        throw error
      }
    },
  }
}
