import { done } from '#contract/envelope'
import { documentUploadAnswer } from '#contract/uploads'
import { http, newKey, putFile } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { chooseFiles, say } from '../../ui/index.ts'
import { isPdf, PDFS } from './accept.ts'

/** Lets a user choose one PDF; null where they chose none, or something else and saw the message. */
export async function choosePdf(): Promise<File | null> {
  const [file] = await chooseFiles({ accept: PDFS })
  if (!file || isPdf(file)) return file ?? null
  say.danger(wordsOf('uploads')('only_pdf'), undefined, { id: 'only-pdf' })
  return null
}

/** Puts a file in the place of a document's, in the specification's three steps. Its conversion follows. */
export const replaceFile = (key: string, file: File): Promise<string> => send(file, { document_key_to_upload_to: key })

/** Makes one more document of a pack from a file. Answers with its key; its conversion follows. */
export const addToPack = (pack: string, file: File): Promise<string> => send(file, { document_pack_key: pack })

async function send(file: File, whither: Record<string, string>): Promise<string> {
  const place = await http.get('/app/get_document_upload_url', documentUploadAnswer, {
    query: { filename: file.name, size: file.size / 1_000_000, ...whither },
    // Sent twice after a lost answer it is one document.
    idempotencyKey: newKey(),
  })
  await putFile(place.url, file, () => undefined)
  await http.post(`/app/document_upload_success/${place.redirect_document_key}`, done, {
    body: { file_key: place.file_key, filename: file.name },
  })
  return place.redirect_document_key
}
