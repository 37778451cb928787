import { proxy } from 'valtio'
import { done } from '#contract/envelope'
import { signaturesAnswer, signatureUploadAnswer, signatureUploadSuccessAnswer } from '#contract/signatures'
import { http, putFile } from '../../http/index.ts'
import type { Kept, Kind } from '../kept-signatures/index.ts'
import type { HandedPicture } from '../signature/index.ts'

/** Drawn or typed; a picture has bytes of its own. */
export type KeptLooks = Exclude<Kept['data'], { method: 'uploaded' }>

/** What the account holder keeps; null until it was asked for. */
export const kept = proxy<{ of: string | null; signatures: readonly Kept[] | null; failed: boolean }>({
  of: null,
  signatures: null,
  failed: false,
})

const PATH = '/app/user/signatures'

/** Asks for the signatures of `user`, once; a new login asks again. */
export async function loadKept(user: string, again = false): Promise<void> {
  if (kept.of === user && !again && !kept.failed) return
  if (kept.of !== user) kept.signatures = null
  kept.of = user
  try {
    const { signatures } = await http.get(PATH, signaturesAnswer, { quiet: true })
    if (kept.of !== user) return
    kept.signatures = signatures
    kept.failed = false
  } catch {
    kept.failed = true
  }
}

export async function keep(user: string, type: Kind, data: Kept['data']): Promise<void> {
  await http.post(PATH, done, { body: { type, data } })
  await loadKept(user, true)
}

export async function forget(user: string, key: string): Promise<void> {
  await http.del(`${PATH}/${key}`, done)
  await loadKept(user, true)
}

/** Uploads the picture of a signature in the specification's three steps. */
export async function handPicture(file: File, sent: (part: number) => void): Promise<HandedPicture> {
  const upload = await http.get('/app/get_signature_upload_url', signatureUploadAnswer, { query: { size: file.size / 1_000_000 } })
  await putFile(upload.url, file, (bytes, total) => sent(total === 0 ? 1 : bytes / total))
  const { picture, enhanced_picture } = await http.post('/app/signature_upload_success', signatureUploadSuccessAnswer, {
    body: { file_key: upload.file_key },
  })
  return { ink: enhanced_picture.file === picture.file ? null : enhanced_picture, whole: async () => picture }
}
