import {
  drawnImageAnswer,
  drawnImageBody,
  signatureUploadAnswer,
  signatureUploadQuery,
  signatureUploadSuccessAnswer,
  signatureUploadSuccessBody,
  writtenImageAnswer,
  writtenImageQuery,
} from '#contract/signatures'
import { imageUrl } from '#contract/uploads'
import type { SignatureImage } from '#pdf/signature-image'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { IMAGE_WORDS, SIGNATURE } from '../fields/field-uploads.routes.ts'
import { ANY_KIND } from '../pack/attachable.ts'
import { tidyPictures } from '../pack/kept-signatures.ts'
import { type PictureReading, picturesOf, readingPictures, storePicture } from '../pack/pictures.ts'
import { announceUpload, ownUpload } from '../pack/uploads.ts'
import { mayChangeSignatures } from './signatures.routes.ts'

/** Pictures of signatures that an account holder keeps. */
export function signaturePictureRoutes({ edge, services }: App<'accounts' | 'config' | 'files' | 'world', PictureReading>): void {
  /** Until they keep it, or make the next. */
  const held = (caller: Account, image: SignatureImage) => storePicture(services, ownUpload(caller), image)

  call(edge, {
    method: 'GET',
    url: '/app/get_signature_upload_url',
    summary: 'Says where to PUT the picture of a signature.',
    changes: true,
    access: 'account',
    query: signatureUploadQuery,
    answer: signatureUploadAnswer,
    async run({ caller, request, query: { size } }) {
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      return ok(await announceUpload(services, ownUpload(caller), { mediaType: ANY_KIND, as: 'picture', size }))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/signature_upload_success',
    summary:
      'The picture is there: the server writes it again, and once more without its paper. Neither is kept before POST /app/user/signatures.',
    access: 'account',
    body: signatureUploadSuccessBody,
    answer: signatureUploadSuccessAnswer,
    async run({ caller, request, body }) {
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      const upload = { key: body.file_key, owner: ownUpload(caller), isUsed: false }
      const made = await readingPictures(services, caller.session, () => picturesOf(services, upload, SIGNATURE, 'beside'))
      if (isProblem(made)) return made
      const { picture, ink } = made
      const enhanced = ink ?? picture
      await tidyPictures(services, caller.user, [picture.file, enhanced.file])
      return ok({
        message: 'The picture was received.',
        blob_key: picture.file,
        blob_url: imageUrl(picture.file),
        enhanced_blob_key: enhanced.file,
        enhanced_blob_url: imageUrl(enhanced.file),
        picture,
        enhanced_picture: enhanced,
      })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/base64_to_image_blob/',
    summary: 'A signature that was drawn elsewhere, as a picture in base64 with or without `data:…,` before it, is written again.',
    access: 'account',
    body: drawnImageBody,
    answer: drawnImageAnswer,
    async run({ caller, request, body }) {
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      const bytes = Buffer.from(body.image.replace(/^data:[^,]*,/, ''), 'base64')
      const image = await readingPictures(services, caller.session, () =>
        services.pictures.read({ bytes, kind: 'signature', withInk: false }),
      )
      if (isProblem(image)) return image
      if (!image.ok) return problem('invalid-request', { message: IMAGE_WORDS[image.reason] })
      const picture = await held(caller, image.whole)
      await tidyPictures(services, caller.user, [picture.file])
      return ok({ data: { blob_key: picture.file, blob_url: imageUrl(picture.file), picture } })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/text_to_image_blob',
    summary: 'A signature that is typed, as a picture on nothing.',
    changes: true,
    access: 'account',
    query: writtenImageQuery,
    answer: writtenImageAnswer,
    async run({ caller, request, query }) {
      if (!mayChangeSignatures(caller, request)) return problem('not-allowed')
      const image = await services.pictures.write(query.text)
      if (!image) return problem('invalid-request', { message: 'This text cannot be shown as a signature.' })
      const picture = await held(caller, image)
      await tidyPictures(services, caller.user, [picture.file])
      return ok({ data: { blob_key: picture.file, url: imageUrl(picture.file), picture } })
    },
  })
}
