import { fieldUploadAnswer, fieldUploadSuccessAnswer } from '#contract/uploads'
import { type Field, fieldTypeOf } from '#domain/pack'
import { http, putFile } from '../../http/index.ts'
import type { HandedPicture } from '../signature/index.ts'

type OfType = Pick<Field, 'type'>

/** Hands over a picture for a field. What is signed with comes without its paper; with it, it is handed over once more. */
export async function uploadPicture(documentKey: string, field: OfType, file: File, sent: (part: number) => void): Promise<HandedPicture> {
  const { picture, enhanced } = await hand(documentKey, field, file, fieldTypeOf(field).isSignature, sent)
  if (!enhanced) return { ink: null, whole: async () => picture }
  return { ink: picture, whole: async () => (await hand(documentKey, field, file, false, () => undefined)).picture }
}

/** The specification's three steps. */
async function hand(documentKey: string, { type }: OfType, file: File, enhance: boolean, sent: (part: number) => void) {
  const upload = await http.get(`/app/get_data_field_upload_url/${documentKey}`, fieldUploadAnswer, {
    query: { filename: file.name, data_field_type: type },
  })
  await putFile(upload.url, file, (bytes, total) => sent(total === 0 ? 1 : bytes / total))
  const { blob_key, digest, width, height, enhanced } = await http.post(
    `/app/data_field_upload_success/${documentKey}`,
    fieldUploadSuccessAnswer,
    { body: { file_key: upload.file_key, type, enhance } },
  )
  return { picture: { method: 'uploaded', file: blob_key, digest, width, height } as const, enhanced }
}
