import { z } from 'zod'
import { flag, numeral, pageInAddress } from '#contract/bounds'
import type { PageImages } from '#pdf/page-image'
import type { App } from '../app.ts'
import { hasCopy } from '../edge/caching.ts'
import { problem } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'
import { pagePictures } from './page-pictures.ts'

const WIDTHS = [160, 320, 780, 1_240, 1_800]

/** A page as a picture: thumbnails, and a signer's first look before anything else has loaded. */
export function pageImageRoutes(app: App<'files', { readonly pageImages: PageImages }>): void {
  const { services } = app
  const pictures = pagePictures(services.pageImages, services.files)

  packCall(app, {
    method: 'GET',
    url: '/documents/:key/get_blob_as_image',
    summary: 'One page of the document as an image.',
    query: z.object({
      index_of_page: pageInAddress.default(0),
      width: numeral(16, 4_000).default(780),
      /** Of the final file, with all that was filled in. The page as it was uploaded where there is none yet. */
      final: flag.default(false),
      format: z.enum(['webp', 'png']).default('webp'),
    }),
    async run({ place, query, request, reply }) {
      const { who, finished } = place
      const document = place.state.documents.find(({ key }) => place.child === null || key === place.child)
      if (document?.conversion.state !== 'converted' || query.index_of_page >= document.pages.length) return problem('not-found')
      const mayHaveFinal = who.as !== 'signatory' || finished
      const { sealing, conversion } = document
      const { file, digest } = query.final && mayHaveFinal && sealing.state === 'sealed' ? sealing : conversion
      // A few widths only, so that the same picture serves many screens.
      const width = WIDTHS.find((offered) => offered >= query.width) ?? WIDTHS.at(-1)!
      if (hasCopy(request, reply, `${digest}-${query.index_of_page}-${width}-${query.format}`)) return reply.code(304).send()
      const picture = await pictures.of(file, digest, query.index_of_page, width, query.format)
      if (!(picture instanceof Uint8Array)) return problem('not-found')
      return reply.type(`image/${query.format}`).send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))
    },
  })
}
