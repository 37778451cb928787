import { fieldUploadAnswer, fieldUploadSuccessAnswer } from '#contract/uploads'
import type { Field, FieldValue } from '#domain/pack'
import { http, putFile } from '../../http/index.ts'

/** Hands over a picture for a field in the specification's three steps; answers with the value that stands for it. */
export async function uploadPicture(
  documentKey: string,
  field: Pick<Field, 'type'>,
  file: File,
  sent: (part: number) => void,
): Promise<FieldValue> {
  const upload = await http.get(`/app/get_data_field_upload_url/${documentKey}`, fieldUploadAnswer, {
    query: { filename: file.name, data_field_type: field.type },
  })
  await putFile(upload.url, file, (bytes, total) => sent(total === 0 ? 1 : bytes / total))
  const { blob_key, digest, width, height } = await http.post(`/app/data_field_upload_success/${documentKey}`, fieldUploadSuccessAnswer, {
    body: { file_key: upload.file_key, type: field.type },
  })
  return { method: 'uploaded', file: blob_key, digest, width, height }
}
