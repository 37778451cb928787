import { buffer } from 'node:stream/consumers'
import type { NoPageImage, PageImages } from '#pdf/page-image'
import { Later } from '#pdf/worker-pool'
import type { Files } from '#platform/files'

const MOST_BYTES = 64 * 1024 * 1024
const NOT_THERE: NoPageImage = { ok: false, failure: 'damaged', words: 'the file is not there' }
class Gone extends Error {}
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
    const found = await files.find(file)
    if (found?.size == null) return NOT_THERE
    const request = new Later(found.size, async () => ({ pdf: await bytesIn(file), page, width, format }))
    const image = await images.render(request).catch((error: unknown) => {
      if (error instanceof Gone) return NOT_THERE
      throw error
    })
    return image.ok ? image.bytes : image
  }
  async function bytesIn(file: string): Promise<Uint8Array> {
    const content = await files.open(file)
    if (!content) throw new Gone()
    return buffer(content.stream)
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
