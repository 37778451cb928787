import { setTimeout as wait } from 'node:timers/promises'
import { signaturePicture } from './paper.ts'
import { type Sender, type Signer, signerOf } from './person.ts'
import { newId, type Prepared, sent, sentDocument, viewOf } from './prepare.ts'
import { watch } from './save-to-other-screen.ts'

const FIELDS = 100
const PICTURES = 25

/** A document that lacks only the last call. */
export interface AlmostSigned {
  /** From that call to the last byte of the sealed file. */
  finish(): Promise<{ readonly ms: number; readonly size: number }>
}

/** 100 fields, some of them pictures, filled in by the one signer. */
export async function almostSigned(
  url: string,
  sender: Sender,
  pdf: Uint8Array,
  pages: number,
  pictures = PICTURES,
): Promise<AlmostSigned & Prepared> {
  const fields = fieldsOn(pages, pictures)
  const made = await sentDocument(sender, 'sealing', pdf, fields)
  const signer = await signerOf(url, made.link, made.pack, made.signatory)
  await fillIn(signer, made, fields)
  const watcher = await watch(url, sender, made)
  const { view_digest } = await viewOf(signer, made.pack)
  return {
    ...made,
    async finish() {
      const begun = performance.now()
      await signer.post(`/app/documents/${made.pack}/add_update_signatory`, {
        data: { uuid: made.signatory },
        update_status_to: 'complete',
        enqueue_next_signer: true,
        consent_version: signer.consent,
        view_digest,
        date: new Date().toISOString().slice(0, 10),
      })
      const { events } = await watcher.first((message) =>
        message.events.some(({ type }) => type === 'DocumentSealed' || type === 'SealingFailed'),
      )
      const sealed = events.find(({ type }) => type === 'DocumentSealed')
      if (!sealed) throw new Error('sealing failed')
      const bytes = await sender.bytes(`/app/serve/${(sealed.data as { file: string }).file}`)
      const ms = performance.now() - begun
      watcher.close()
      signer.close()
      return { ms, size: bytes.length }
    },
  }
}

/** What others ask until it is over: how long each call took, the health call's times apart. */
export async function askOthers(sender: Sender, pack: string, over: () => boolean): Promise<{ calls: number[]; health: number[] }> {
  const times = { calls: [] as number[], health: [] as number[] }
  const paths = ['/app/session', '/health', '/app/documents?document_status=all', '/health', `/app/documents/${pack}/view`, '/health']
  for (let at = 0; !over(); at++) {
    const path = paths[at % paths.length]!
    const begun = performance.now()
    await sender.get(path)
    times[path === '/health' ? 'health' : 'calls'].push(performance.now() - begun)
    await wait(4)
  }
  return times
}

async function fillIn(signer: Signer, { pack }: Prepared, fields: ReturnType<typeof fieldsOn>): Promise<void> {
  const data: { uuid: string; data: unknown }[] = []
  for (const [at, { uuid, type }] of fields.entries()) {
    data.push({ uuid, data: type === 'signature' ? await upload(signer, pack, at) : `Value ${at}` })
  }
  await signer.post(`/app/documents/${pack}/add_update_data_field`, { data })
}

/** A picture in the three steps of an upload; answers with the field's value. */
async function upload(signer: Signer, pack: string, at: number): Promise<object> {
  const { url, file_key } = await signer.get<{ url: string; file_key: string }>(
    `/app/get_data_field_upload_url/${pack}?filename=signature.png&data_field_type=signature`,
  )
  await sent(signer, url, await signaturePicture(at), 'image/png')
  const { blob_key, digest, width, height } = await signer.post<{ blob_key: string; digest: string; width: number; height: number }>(
    `/app/data_field_upload_success/${pack}`,
    { file_key, type: 'signature' },
  )
  return { method: 'uploaded', file: blob_key, digest, width, height }
}

/** Spread over all pages, in the order of the pages. */
function fieldsOn(pages: number, pictures: number) {
  return Array.from({ length: FIELDS }, (_, at) => {
    const page = Math.floor((at * pages) / FIELDS)
    const place = { x: 50 + (at % 5) * 100, y: 40 + Math.floor(at / 5) * 38, width: 90, height: at < pictures ? 30 : 20 }
    return { uuid: newId(), type: at < pictures ? 'signature' : 'text', page, ...place }
  })
}
