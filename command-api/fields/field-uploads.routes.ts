import { z } from 'zod'
import {
  fieldUploadAnswer,
  fieldUploadQuery,
  fieldUploadSuccessAnswer,
  fieldUploadSuccessBody,
  fileFieldUploadSuccessAnswer,
  fileUrl,
  imageUrl,
} from '#contract/uploads'
import { isExecutableName, safeFileName } from '#domain/file-name'
import { type FieldType, fieldTypeNamed, fieldTypes } from '#domain/pack'
import type { SignatureImageFailure } from '#pdf/signature-image'
import type { App } from '../app.ts'
import { isProblem, ok } from '../edge/problem.ts'
import { ANY_KIND, attachable, executableProblem, isInUse } from '../pack/attachable.ts'
import { packCall } from '../pack/pack-call.ts'
import { type PictureReading, picturesOf, readingPictures } from '../pack/pictures.ts'
import { announceUpload, uploadTo } from '../pack/uploads.ts'

const RECEIVED = 'The file was received.'

/** Files for fields: a photographed or scanned signature, a picture that stands for itself, any file that a field of files takes. */
export function fieldUploadRoutes(app: App<'config' | 'files' | 'world', PictureReading>): void {
  const { services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/get_data_field_upload_url/:key',
    summary: 'Says where to PUT the bytes of a field’s file.',
    changes: true,
    query: fieldUploadQuery,
    answer: fieldUploadAnswer,
    async run({ place, query }) {
      if (isExecutableName(query.filename)) return executableProblem()
      const owner = uploadTo(place)
      if (isProblem(owner)) return owner
      const as = typeOf(query.data_field_type)?.takesFile ? 'file' : 'picture'
      return ok(await announceUpload(services, owner, { mediaType: ANY_KIND, as, size: query.size }))
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/data_field_upload_success/:key',
    summary:
      'The bytes are there: the server checks them and writes them again as a picture. Its key, digest and size go into the field’s value.',
    body: fieldUploadSuccessBody,
    answer: z.union([fieldUploadSuccessAnswer, fileFieldUploadSuccessAnswer]),
    async run({ place, body }) {
      if (typeOf(body.type)?.takesFile) {
        const { file_key, filename: given = '' } = body
        const upload = await attachable(services, place, file_key, given)
        if (isProblem(upload)) return upload
        const filename = given && safeFileName(given)
        return ok({
          message: RECEIVED,
          filename,
          blob_key: file_key,
          blob_url: fileUrl(file_key),
          digest: upload.digest,
          size: upload.size,
        })
      }
      const isSignature = typeOf(body.type)?.isSignature
      const kind = isSignature ? SIGNATURE : PICTURE
      const owner = uploadTo(place)
      if (isProblem(owner)) return owner
      const upload = { key: body.file_key, owner, isUsed: isInUse(place.state, body.file_key) }
      const ink = body.enhance && isSignature ? 'instead' : null
      const made = await readingPictures(services, place.caller.session, () => picturesOf(services, upload, kind, ink))
      if (isProblem(made)) return made
      const { file: blob_key, digest, width, height } = made.ink ?? made.picture
      const enhanced = made.ink !== null
      return ok({ message: RECEIVED, filename: kind.filename, blob_key, blob_url: imageUrl(blob_key), digest, width, height, enhanced })
    },
  })
}

/** Asked of the type itself; one that is none is refused where its field would be placed. */
function typeOf(type: string): FieldType | null {
  const named = fieldTypeNamed(type)
  return named === undefined ? null : fieldTypes[named]
}

export const IMAGE_WORDS: Readonly<Record<SignatureImageFailure, string>> = {
  'not-an-image': "Error uploading your file:/ Make sure you're uploading an image.",
  heic: 'HEIC photos cannot be read here. Please save it as JPEG and upload that.',
  'too-large': 'This image is larger than 10 MB. Please upload a smaller one.',
  'too-many-pixels': 'This image has more than 25 megapixels. Please upload a smaller one.',
}

export const SIGNATURE = { kind: 'signature', words: IMAGE_WORDS, filename: 'signature.png' } as const
export const PICTURE = {
  kind: 'picture',
  words: { ...IMAGE_WORDS, 'not-an-image': 'Image fields must be images of JPEG, JPG, Webp or PNG format.' },
  filename: 'image.png',
} as const
