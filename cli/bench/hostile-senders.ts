import { request } from 'node:http'
import { PDFDocument, PDFName } from 'pdf-lib'
import sharp from 'sharp'
import { crossSite } from '../demo/client.ts'
import type { Sender, Signer } from './person.ts'
import type { Prepared } from './prepare.ts'

const MB = 1_048_576

/** The status that a body was answered with; null where the connection ended before one came. */
export type Outcome = number | null
export type Send = (end: AbortSignal) => Promise<Outcome>

interface Body {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly type: string
  /** The part that is repeated until the body is long enough, between its beginning and its end. */
  readonly start?: string
  readonly filler?: Buffer
  readonly stop?: string
  readonly bytes: number
  /** Its length is not said before. */
  readonly isChunked?: boolean
  /** Its last byte never comes. */
  readonly isUnended?: boolean
}

const FILLER = Buffer.alloc(256 * 1024, 'A')

let addresses = 0
/** Each comes from an address of its own, as a proxy tells it. */
function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Sends as fast as it is taken, holding no more than one piece of it here. */
function sends(url: string, body: Body): Send {
  const { method, path, headers, type, start = '', filler = FILLER, stop = '', bytes, isChunked, isUnended } = body
  const { hostname, port } = new URL(url)
  return (end) =>
    new Promise((resolve) => {
      const length: Record<string, string> = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
      const more = { 'content-type': type, 'x-forwarded-for': nextAddress(), ...length }
      const asked = request({ hostname, port, method, path, headers: { ...headers, ...more }, agent: false })
      let isOver = false
      const over = (outcome: Outcome) => {
        if (isOver) return
        isOver = true
        end.removeEventListener('abort', cut)
        asked.destroy()
        resolve(outcome)
      }
      const cut = () => over(null)
      end.addEventListener('abort', cut, { once: true })
      asked.on('response', (answer) => over(answer.statusCode ?? null))
      asked.on('error', cut)
      asked.on('close', cut)
      // A connection that ended is never taken up again.
      let goOn = () => {}
      for (const event of ['drain', 'close']) asked.on(event, () => goOn())
      void write()

      async function write(): Promise<void> {
        let left = bytes - start.length - stop.length - (isUnended ? 1 : 0)
        asked.write(start)
        while (left > 0 && !isOver) {
          const piece = left < filler.length ? filler.subarray(0, left) : filler
          left -= piece.length
          const next = Promise.withResolvers<void>()
          goOn = next.resolve
          if (!asked.write(piece)) await next.promise
        }
        if (!isOver && !isUnended) asked.end(stop)
      }
    })
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

export interface Target {
  readonly url: string
  readonly sender: Sender
  readonly signers: readonly Signer[]
  readonly documents: readonly Prepared[]
}

/** Every kind of body that a server reads, as large, as many and as slow as somebody may send them who means no good. */
export async function hostileSenders(target: Target): Promise<{ readonly fast: readonly Send[]; readonly slow: readonly Send[] }> {
  const kinds = [files, announced, pictures, drawn, structures, forms, documents]
  const fast = (await Promise.all(kinds.map((kind) => kind(target)))).flat()
  return { fast, slow: slow(target) }
}

const JSON_TYPE = 'application/json'

/** Files to be checked, which anybody may send. */
function files({ url }: Target): Send[] {
  const post = { method: 'POST', path: '/app/verify', headers: {} } as const
  return [
    ...times(25, () => sends(url, { ...post, type: 'application/pdf', start: '%PDF-1.7\n', bytes: 100 * MB })),
    ...times(10, () => sends(url, { ...post, type: 'application/pdf', start: '%PDF-1.7\n', bytes: 100 * MB, isChunked: true })),
    ...times(25, () => sends(url, { ...post, type: JSON_TYPE, start: '{"file":"', stop: '"}', bytes: 133 * MB })),
  ]
}

/** Far more than the announcement may take, by signers and by the team. */
async function announced({ url, signers, documents: made, sender }: Target): Promise<Send[]> {
  const addresses = await Promise.all(
    signers.flatMap((signer, at) => times(4, (turn) => placeOf(signer, made[at]!.pack, turn % 2 ? 'file' : 'signature'))),
  )
  const own = await Promise.all(times(4, () => sender.get<Place>('/app/get_image_upload_url')))
  const put = (who: Sender | Signer, path: string, isChunked: boolean) =>
    sends(url, { method: 'PUT', path, headers: who.headers, type: 'application/octet-stream', bytes: 100 * MB, isChunked })
  return [
    ...addresses.map((place, at) => put(signers[Math.floor(at / 4)]!, place.url, at % 4 > 1)),
    ...own.map((place, at) => put(sender, place.url, at % 2 > 0)),
  ]
}

interface Place {
  readonly url: string
  readonly file_key: string
}
const placeOf = (of: Signer, pack: string, type: string) =>
  of.get<Place>(`/app/get_data_field_upload_url/${pack}?filename=picture.png&data_field_type=${type}`)

/** As many pixels as are let in, of one colour, in as few bytes as can be. */
const blank = async (format: 'png' | 'webp' | 'jpeg') =>
  sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer()

/** Pictures of few bytes that unpack to many, and one that claims more than any. */
async function pictures({ url, signers, documents: made }: Target): Promise<Send[]> {
  const bombs = [await blank('png'), await blank('webp'), await blank('jpeg')]
  const claiming = Buffer.from(bombs[0]!)
  claiming.writeUInt32BE(60_000, 16)
  claiming.writeUInt32BE(60_000, 20)
  const uploads = await Promise.all(
    signers.flatMap((signer, at) =>
      [...bombs, claiming].map(async (bytes) => {
        const { pack } = made[at]!
        const place = await placeOf(signer, pack, 'image')
        await signer.ask('PUT', place.url, bytes, { 'content-type': 'image/png' })
        return { signer, pack, file_key: place.file_key }
      }),
    ),
  )
  return uploads.map(({ signer, pack, file_key }) => {
    const text = JSON.stringify({ file_key, type: 'image' })
    const path = `/app/data_field_upload_success/${pack}`
    return sends(url, { method: 'POST', path, headers: signer.headers, type: JSON_TYPE, start: text, bytes: text.length })
  })
}

/** The same in base64, in the body itself. */
async function drawn({ url, sender }: Target): Promise<Send[]> {
  const text = JSON.stringify({ image: (await blank('png')).toString('base64') })
  return times(12, () =>
    sends(url, {
      method: 'POST',
      path: '/base64_to_image_blob/',
      headers: sender.headers,
      type: JSON_TYPE,
      start: text,
      bytes: text.length,
    }),
  )
}

/** JSON that takes many times its size once it is read. */
function structures({ url, sender, signers, documents: made }: Target): Send[] {
  const filler = Buffer.from('[],'.repeat(80_000))
  const people = [sender, ...signers]
  const post = (at: number, call: string, bytes: number) => {
    const { pack } = made[at % made.length]!
    const { headers } = people[at % people.length]!
    return sends(url, {
      method: 'POST',
      path: `/app/documents/${pack}/${call}`,
      headers,
      type: JSON_TYPE,
      start: '{"data":[',
      filler,
      stop: '[]]}',
      // Whole pieces, so that it is JSON.
      bytes: '{"data":['.length + '[]]}'.length + Math.floor(bytes / filler.length) * filler.length,
    })
  }
  return [...times(60, (at) => post(at, 'add_update_data_field', 5 * MB)), ...times(60, (at) => post(at, 'update_document', MB))]
}

function forms({ url, sender, documents: made }: Target): Send[] {
  const filler = Buffer.from(times(16_000, (at) => `k${at}=1&`).join(''))
  const path = `/app/documents/${made[0]!.pack}/update_document`
  return times(30, () =>
    sends(url, { method: 'POST', path, headers: sender.headers, type: 'application/x-www-form-urlencoded', filler, bytes: MB - 1 }),
  )
}

/** Large documents: some that are none, and some that are converted. */
async function documents({ url, sender }: Target): Promise<Send[]> {
  const large = Buffer.from(await heavyPaper())
  const uploads = await Promise.all(
    times(6, async (at) => ({
      at,
      place: await sender.get<Place & { redirect_document_key: string }>(`/app/get_document_upload_url?filename=large-${at}.pdf&size=90`),
    })),
  )
  return uploads.map(({ at, place }) => async (end) => {
    const put = { method: 'PUT', path: place.url, headers: sender.headers, type: 'application/pdf' } as const
    const isWhole = at < 2
    const body = isWhole ? { filler: large, bytes: large.length } : { start: '%PDF-1.7\n', bytes: 90 * MB }
    await sends(url, { ...put, ...body })(end)
    const text = JSON.stringify({ file_key: place.file_key })
    const path = `/app/document_upload_success/${place.redirect_document_key}`
    return sends(url, { method: 'POST', path, headers: sender.headers, type: JSON_TYPE, start: text, bytes: text.length })(end)
  })
}

/** A page with a picture of 80 MB that nothing has packed. */
async function heavyPaper(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const [Width, Height] = [8_000, 10_000]
  const pixels = new Uint8Array(Width * Height).fill(200)
  const picture = pdf.context.stream(pixels, {
    Type: 'XObject',
    Subtype: 'Image',
    Width,
    Height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  })
  page.node.setXObject(PDFName.of('Picture'), pdf.context.register(picture))
  page.node.addContentStream(pdf.context.register(pdf.context.stream('q 400 0 0 500 50 50 cm /Picture Do Q')))
  return pdf.save({ useObjectStreams: false })
}

/** Whole but for the last byte, which never comes: as many as there may be of it, by nobody and by people who are known. */
function slow({ url, sender, signers, documents: made }: Target): Send[] {
  const nobody = {
    method: 'POST',
    path: '/app/session',
    headers: crossSite('none'),
    type: JSON_TYPE,
    bytes: 65_000,
    isUnended: true,
  } as const
  const known = (at: number) => {
    const { headers } = [sender, ...signers][at % (signers.length + 1)]!
    const path = `/app/documents/${made[at % made.length]!.pack}/update_document`
    return { method: 'POST', path, headers, type: JSON_TYPE, bytes: MB, isUnended: true } as const
  }
  return [...times(300, () => sends(url, nobody)), ...times(300, (at) => sends(url, known(at)))]
}
