import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { signatureUploadAnswer, signatureUploadSuccessAnswer, signatureUploadSuccessBody } from '#contract/signatures'
import { inkOf, normaliseSignatureImage } from '#pdf/signature-image'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { ok } from '../edge/ok.ts'
import { problem } from '../edge/problem.ts'
import { filesOwner, isOwnFile, tidyPictures } from '../pack/kept-signatures.ts'
import { IMAGE_WORDS } from './field-uploads.ts'
import { mayChangeSignatures } from './signatures.ts'

/** Pictures of signatures that an account holder keeps. */
export function signaturePictureRoutes({ edge, services }: App): void {
  const { files, world } = services

  call(edge, {
    method: 'GET',
    url: '/app/get_signature_upload_url',
    summary: 'Says where to PUT the picture of a signature.',
    changes: true,
    access: 'account',
    answer: signatureUploadAnswer,
    async run({ caller }) {
      if (!mayChangeSignatures(caller)) return problem('not-allowed')
      const file_key = world.ids.next()
      await files.reserve({ key: file_key, pack: filesOwner(caller.user), mediaType: 'application/octet-stream' })
      return ok({ url: `/app/uploads/${file_key}`, file_key })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/signature_upload_success',
    summary: 'The picture is there: it is written anew, and once more without its paper. Neither is kept before POST /app/user/signatures.',
    access: 'account',
    body: signatureUploadSuccessBody,
    answer: signatureUploadSuccessAnswer,
    async run({ caller, body }) {
      if (!mayChangeSignatures(caller)) return problem('not-allowed')
      const uploaded = await files.find(body.file_key)
      if (!uploaded || !isOwnFile(caller, uploaded)) return problem('not-found')
      const content = await files.open(body.file_key)
      if (!content) return problem('not-uploaded')
      const image = await normaliseSignatureImage(await buffer(content.stream))
      await files.remove(body.file_key)
      if (!image.ok) return problem('invalid-request', { message: IMAGE_WORDS[image.reason] })
      const keep = async ({ bytes, width, height }: typeof image) => {
        const file = world.ids.next()
        await files.reserve({ key: file, pack: filesOwner(caller.user), mediaType: 'image/png' })
        const { digest } = await files.store(file, Readable.from([bytes]))
        return { method: 'uploaded', file, digest, width, height } as const
      }
      const picture = await keep(image)
      const ink = await inkOf(image)
      const enhanced = ink ? await keep(ink) : picture
      await tidyPictures(services, caller.user, [picture.file, enhanced.file])
      return ok({
        blob_key: picture.file,
        blob_url: `/app/serve_image/${picture.file}`,
        enhanced_blob_key: enhanced.file,
        enhanced_blob_url: `/app/serve_image/${enhanced.file}`,
        picture,
        enhanced_picture: enhanced,
      })
    },
  })
}
