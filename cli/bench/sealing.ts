import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Figure, figure, median, percentile } from './figures.ts'
import { paper, signaturePicture } from './paper.ts'
import { firstAccount, person, type Sender, type Signer, signerOf } from './person.ts'
import { newId, type Prepared, sent, sentDocument, viewOf } from './prepare.ts'
import { watch } from './save-to-other-screen.ts'
import { newFolder, removeFolder, startServer } from './server.ts'

const FIELDS = 100
const PICTURES = 25
const GOALS: Readonly<Record<number, number>> = { 1: 150, 50: 250, 200: 500 }
const WARM = 2

/** From the call that finishes the last signature to the last byte of the sealed file; 100 fields, 25 of them pictures. */
export async function sealing(pages: number, times: number): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(pages)
    const took: number[] = []
    const one: number[] = []
    const bare: number[] = []
    const busy: number[] = []
    for (let at = 0; at < times + WARM; at++) {
      const { ms, size } = await ceremony(server.url, sender, pdf, pages)
      if (at < WARM) continue
      took.push(ms)
      bare.push(await writtenAndRead(size))
      if (pages > 1) one.push((await ceremony(server.url, sender, await paper(1), 1)).ms)
    }
    // Apart from those that are timed: who asks all the time takes part of the machine.
    if (pages === 200) for (let at = 0; at < times; at++) busy.push(...(await ceremony(server.url, sender, pdf, pages, true)).others)
    sender.close()
    const yardstick =
      pages > 1
        ? { what: 'the same with 1 page', value: median(one), unit: 'ms' as const }
        : { what: 'as many bytes written to disk and read', value: median(bare), unit: 'ms' as const }
    const figures = [
      figure({ name: `seal-${pages}`, value: median(took), unit: 'ms', goal: atMost(GOALS[pages]!), yardstick, samples: took.length }),
    ]
    if (busy.length === 0) return figures
    const bareCalls = await others(person(server.url), 200)
    const idle = { what: 'the same calls while nothing is sealed (p99)', value: percentile(bareCalls, 0.99), unit: 'ms' as const }
    const p99 = percentile(busy, 0.99)
    return [
      ...figures,
      figure({ name: `seal-${pages}.others-p99`, value: p99, unit: 'ms', goal: atMost(100), yardstick: idle, samples: busy.length }),
    ]
  } finally {
    await server.stop()
  }

  async function others(from: { get(path: string): Promise<unknown>; close(): void }, count: number) {
    const times: number[] = []
    for (let at = 0; at < count; at++) times.push(await timed(() => from.get('/app/session')))
    from.close()
    return times
  }
}

async function ceremony(url: string, sender: Sender, pdf: Uint8Array, pages: number, withOthers = false) {
  const fields = fieldsOn(pages)
  const made = await sentDocument(sender, 'sealing', pdf, fields)
  const signer = await signerOf(url, made.link, made.pack, made.signatory)
  await fillIn(signer, made, fields)
  const watcher = await watch(url, sender, made)
  const { view_digest } = await viewOf(signer, made.pack)

  let over = false
  const asking = withOthers ? askOthers(sender, made.pack, () => over) : Promise.resolve([])
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
  over = true
  watcher.close()
  signer.close()
  return { ms, size: bytes.length, others: await asking }
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
function fieldsOn(pages: number) {
  return Array.from({ length: FIELDS }, (_, at) => {
    const page = Math.floor((at * pages) / FIELDS)
    const place = { x: 50 + (at % 5) * 100, y: 40 + Math.floor(at / 5) * 38, width: 90, height: at < PICTURES ? 30 : 20 }
    return { uuid: newId(), type: at < PICTURES ? 'signature' : 'text', page, ...place }
  })
}

/** What other people ask meanwhile: the session, the list, another view of a document. */
async function askOthers(sender: Sender, pack: string, over: () => boolean): Promise<number[]> {
  const times: number[] = []
  const paths = ['/app/session', '/app/documents?document_status=all', `/app/documents/${pack}/view`]
  for (let at = 0; !over(); at++) {
    times.push(await timed(() => sender.get(paths[at % paths.length]!)))
    await wait(4)
  }
  return times
}

/** As many bytes written to the disk for good and read again: what any way of making a file takes at least. */
async function writtenAndRead(size: number): Promise<number> {
  const folder = await newFolder()
  try {
    const path = join(folder, 'file')
    const bytes = Buffer.alloc(size, 'paraph')
    return await timed(async () => {
      await writeFile(path, bytes, { flush: true })
      await readFile(path)
    })
  } finally {
    await removeFolder(folder)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
