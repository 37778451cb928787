import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import type { Sender } from './person.ts'

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

export interface NewField {
  readonly uuid: string
  readonly type: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
/** Text fields in rows of five, this many on each of the pages. */
export const gridOfFields = (count: number, onEachPage: number): readonly NewField[] =>
  Array.from({ length: count }, (_, at) => {
    const place = at % onEachPage
    return {
      ...{ uuid: newId(), type: 'text', page: Math.floor(at / onEachPage), width: 80, height: 20 },
      ...{ x: 40 + (place % 5) * 100, y: 60 + Math.floor(place / 5) * 50 },
    }
  })

export interface Prepared {
  readonly pack: string
  readonly document: string
  readonly signatory: string
  readonly link: string
}
export type View = { readonly revision: number; readonly view: PackState; readonly view_digest: string | null }
export const viewOf = (sender: Pick<Sender, 'get'>, pack: string) => sender.get<View>(`/app/documents/${pack}/view`)

/** A document with one signer and the given fields, in setup. */
export async function preparedDocument(sender: Sender, name: string, pdf: Uint8Array, fields: readonly NewField[]) {
  const { pack, document } = await uploaded(sender, name, pdf)
  const signatory = newId()
  await sender.post(`/app/documents/${pack}/update_document`, {
    data: {
      signatories: [{ uuid: signatory, role: 'signer', name: 'Bench Signer', email: 'signer@example.com' }],
      signing_order: [[signatory]],
    },
  })
  await placed(sender, pack, document, fields, signatory)
  return { pack, document, signatory }
}

/** The same, sent for signature. */
export async function sentDocument(sender: Sender, name: string, pdf: Uint8Array, fields: readonly NewField[]): Promise<Prepared> {
  return sentForSignature(sender, await preparedDocument(sender, name, pdf, fields))
}

export async function sentForSignature(sender: Sender, { pack, document, signatory }: Omit<Prepared, 'link'>): Promise<Prepared> {
  const { revision } = await viewOf(sender, pack)
  await sender.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  const { signing_link } = await sender.post<{ signing_link: string }>(
    `/app/documents/${pack}/generate_signing_link_for_signatory/${signatory}`,
    { token_type: 'sign' },
  )
  return { pack, document, signatory, link: signing_link }
}

export async function placed(sender: Sender, pack: string, document: string, fields: readonly NewField[], signatory: string) {
  for (let at = 0; at < fields.length; at += 100) {
    const { refused } = await sender.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
      data: fields.slice(at, at + 100).map((field) => ({ ...field, document_key: document, signatory_uuid: signatory })),
    })
    if (refused[0]) throw new Error(refused[0].message)
  }
}

/** In the three steps of an upload; waits until it is converted. */
export async function uploaded(sender: Sender, name: string, pdf: Uint8Array): Promise<{ pack: string; document: string }> {
  const upload = await sender.get<{
    url: string
    file_key: string
    redirect_document_key: string
    document: { document_pack_key: string }
  }>(`/app/get_document_upload_url?${new URLSearchParams({ filename: `${name}.pdf`, size: String(pdf.length / 1e6) })}`)
  await sent(sender, upload.url, pdf, 'application/pdf')
  await sender.post(`/app/document_upload_success/${upload.redirect_document_key}`, { file_key: upload.file_key })
  const pack = upload.document.document_pack_key
  const { view } = await until(
    () => viewOf(sender, pack),
    ({ view: { documents } }) => !['waiting', 'converting'].includes(documents[0]?.conversion.state ?? 'waiting'),
  )
  if (view.documents[0]?.conversion.state !== 'converted') throw new Error(`${name} could not be converted`)
  return { pack, document: view.documents[0].key }
}

export async function sent(sender: Pick<Sender, 'ask'>, url: string, bytes: Uint8Array, type: string): Promise<void> {
  const { pathname } = new URL(url, 'http://127.0.0.1')
  const { status } = await sender.ask('PUT', pathname, Buffer.from(bytes), { 'content-type': type })
  if (status !== 200) throw new Error(`PUT ${pathname} was answered with ${status}`)
}

/** Asks until it holds, at most `seconds`. */
export async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean, seconds = 60): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > deadline) throw new Error(`the server did not finish within ${seconds} s`)
    await wait(20)
  }
}
