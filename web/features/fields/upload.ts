import { fieldUploadAnswer, fieldUploadSuccessAnswer, fileFieldUploadSuccessAnswer } from '#contract/uploads'
import { type AttachedFile, type Field, fieldTypeOf } from '#domain/pack'
import { http, putFile } from '../../http/index.ts'
import type { HandedPicture } from '../signature/index.ts'

type OfType = Pick<Field, 'type'>

/** Uploads a picture for a field. A signature comes without its paper; with it, it is uploaded once more. */
export async function uploadPicture(documentKey: string, field: OfType, file: File, sent: (part: number) => void): Promise<HandedPicture> {
  const { picture, enhanced } = await hand(documentKey, field, file, fieldTypeOf(field).isSignature, sent)
  if (!enhanced) return { ink: null, whole: async () => picture }
  return { ink: picture, whole: async () => (await hand(documentKey, field, file, false, () => undefined)).picture }
}

/** Uploads a file that comes along with the document. */
export async function attachFile(documentKey: string, { type }: OfType, file: File, sent: (part: number) => void): Promise<AttachedFile> {
  const { file_key } = await put(documentKey, type, file, sent)
  const { filename, blob_key, digest, size } = await http.post(
    `/app/data_field_upload_success/${documentKey}`,
    fileFieldUploadSuccessAnswer,
    {
      body: { file_key, type, filename: file.name },
    },
  )
  return { method: 'attached', file: blob_key, digest, size, filename }
}

/** Where to, and the bytes: the first two of the specification's three steps. */
async function put(documentKey: string, type: Field['type'], file: File, sent: (part: number) => void) {
  const upload = await http.get(`/app/get_data_field_upload_url/${documentKey}`, fieldUploadAnswer, {
    query: { filename: file.name, data_field_type: type, size: file.size / 1_000_000 },
  })
  await putFile(upload.url, file, (bytes, total) => sent(total === 0 ? 1 : bytes / total))
  return upload
}

async function hand(documentKey: string, { type }: OfType, file: File, enhance: boolean, sent: (part: number) => void) {
  const upload = await put(documentKey, type, file, sent)
  const { blob_key, digest, width, height, enhanced } = await http.post(
    `/app/data_field_upload_success/${documentKey}`,
    fieldUploadSuccessAnswer,
    { body: { file_key: upload.file_key, type, enhance } },
  )
  return { picture: { method: 'uploaded', file: blob_key, digest, width, height } as const, enhanced }
}
