import { setTimeout as wait } from 'node:timers/promises'
import type { PackState } from '#domain/pack'
import { type Client, client, openSigning } from './client.ts'
import { type DemoField, fillerOf, hasOptions, sampleValue, setsUpSigner, usualFields } from './fields.ts'
import type { DemoFile } from './files.ts'

export interface Ceremony {
  readonly base: string
  readonly account: Client
  readonly newId: () => string
  readonly today: string
  tell(line: string): void
  /** Ends the waiting. */
  readonly signal: AbortSignal
  /** How long the server may take over one file, tries and all. */
  readonly patienceMs: number
}
/** `sizes` of the pages, in points, as far as it came to pages. */
export type Ended = { readonly sizes: readonly Size[] } & (
  | { readonly outcome: 'sealed'; readonly bytes: Uint8Array }
  | { readonly outcome: 'refused' | 'password' | 'failed'; readonly reason: string; readonly message: string }
)
type Size = { readonly width: number; readonly height: number }
export type View = { readonly revision: number; readonly view: PackState; readonly view_digest: string | null }

/** One file from upload to sealed, through the calls that the web page uses; nothing of it stays on the server. */
export async function ceremony(
  demo: Ceremony,
  paper: DemoFile,
  password: string | undefined,
  given: readonly DemoField[] | null,
): Promise<Ended> {
  const { account } = demo
  const upload = await announced(account, paper)
  try {
    await sent(demo, upload, paper, password)
    return await throughSigning(demo, upload.document.document_pack_key, given)
  } finally {
    await forget(account, upload.document.document_pack_key)
  }
}

/** Asked before it is read: what is too large is refused by its size. */
export function announced(account: Client, paper: DemoFile): Promise<Upload> {
  const megabytes = String(paper.size / 1_000_000)
  return account.get<Upload>(`/app/get_document_upload_url?${new URLSearchParams({ filename: paper.name, size: megabytes })}`)
}
export async function sent({ account, tell }: Ceremony, upload: Upload, paper: DemoFile, password?: string): Promise<void> {
  await account.put(upload.url, await paper.read())
  const secret = password === undefined ? {} : { pdf_password: password }
  await account.post(`/app/document_upload_success/${upload.redirect_document_key}`, { file_key: upload.file_key, ...secret })
  tell(`uploaded ${paper.name} (${(paper.size / 1_000_000).toFixed(2)} MB)`)
}
type Upload = {
  readonly url: string
  readonly file_key: string
  readonly redirect_document_key: string
  readonly document: { readonly document_pack_key: string }
}

/** Into the trash and out of it for good. What is left where that fails goes with the server's folder. */
async function forget(account: Client, pack: string): Promise<void> {
  try {
    await account.get(`/app/documents/${pack}/delete_document`)
    await account.delete(`/app/document_actions/${pack}/permanently_delete_document`)
  } catch {
    // The next file is no better off for hearing of it.
  }
}

/** The pages of the first document of a pack, once they are there. */
export async function converted(demo: Ceremony, pack: string): Promise<{ readonly key: string; readonly sizes: readonly Size[] } | Ended> {
  const { view } = await until(
    demo,
    () => demo.account.get<View>(`/app/documents/${pack}/view`),
    ({ view: { documents } }) => !['waiting', 'converting'].includes(documents[0]?.conversion.state ?? 'waiting'),
  )
  const child = view.documents[0]!
  if (child.conversion.state === 'failed') return refusal(demo.account, pack, child.conversion.reason)
  const sizes = child.pages.map(({ width, height }) => ({ width: width / 1000, height: height / 1000 }))
  demo.tell(`converted: ${sizes.length} ${sizes.length === 1 ? 'page' : 'pages'}`)
  return { key: child.key, sizes }
}

async function throughSigning(demo: Ceremony, pack: string, given: readonly DemoField[] | null): Promise<Ended> {
  const { account, tell } = demo
  const view = () => account.get<View>(`/app/documents/${pack}/view`)
  const child = await converted(demo, pack)
  if ('outcome' in child) return child
  const { sizes } = child

  const people = ['First Signer', 'Second Signer'].map((name, at) => ({
    uuid: demo.newId(),
    role: `signer-${at + 1}`,
    name,
    email: `signer-${at + 1}@example.com`,
  }))
  const signers = people.map(({ uuid }) => uuid)
  await account.post(`/app/documents/${pack}/update_document`, {
    data: {
      sequential_signing: true,
      signatories: people,
      signing_order: signers.map((uuid) => [uuid]),
    },
  })
  const fields = given ?? usualFields(sizes, demo.today)
  const records = fields.map((field) => ({ uuid: demo.newId(), field, record: recordOf(field, child.key, signers) }))
  for (let at = 0; at < records.length; at += 100) {
    const batch = records.slice(at, at + 100)
    const saved = await account.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
      data: batch.map(({ uuid, record }) => ({ uuid, ...record })),
    })
    const first = saved.refused[0]
    if (first) return { outcome: 'refused', reason: 'fields', message: first.message, sizes }
  }
  tell(`placed ${records.length} fields for two signers`)

  const { revision } = await view()
  await account.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  tell('requested signatures, one after another')

  for (const [at, signatory] of signers.entries()) {
    const theirs = records.filter(({ record }) => record.signatory_uuid === signatory)
    await sign(demo, pack, signatory, theirs, people[at + 1])
    tell(`signer ${at + 1} filled in ${theirs.length} fields and signed`)
  }

  const { view: end } = await until(demo, view, ({ view: { documents } }) => {
    const { sealing } = documents[0]!
    return sealing.state === 'sealed' || (sealing.state === 'failed' && sealing.final)
  })
  const { sealing } = end.documents[0]!
  if (sealing.state !== 'sealed') {
    const reason = sealing.state === 'failed' ? sealing.reason : sealing.state
    return { outcome: 'failed', reason: `sealing-${reason}`, message: `It could not be sealed: ${reason}.`, sizes }
  }
  const bytes = await account.bytes(`/app/serve/${sealing.file}`)
  tell(`sealed: ${(bytes.length / 1000).toFixed(0)} kB, digest ${sealing.digest.slice(0, 12)}…`)
  return { outcome: 'sealed', bytes, sizes }
}

type Person = { readonly uuid: string; readonly role: string; readonly name: string; readonly email: string }

async function sign(
  demo: Ceremony,
  pack: string,
  signatory: string,
  fields: readonly { uuid: string; field: DemoField }[],
  next: Person | undefined,
) {
  const { signing_link } = await demo.account.post<{ signing_link: string }>(
    `/app/documents/${pack}/generate_signing_link_for_signatory/${signatory}`,
    { token_type: 'sign' },
  )
  const signer = client(demo.base, demo.signal)
  const opened = await openSigning(signer, signing_link)
  await signer.post(`/app/documents/${pack}/user_accepted_terms/${signatory}`, { consent_version: opened.consent.version })
  const values: { readonly uuid: string; readonly data: DemoField['data'] }[] = []
  for (const { uuid, field } of fields) {
    const entered = field.data ?? sampleValue(field, demo.today)
    if (entered !== null)
      values.push({ uuid, data: entered instanceof Uint8Array ? await uploaded(signer, pack, { field, bytes: entered }) : entered })
  }
  for (let at = 0; at < values.length; at += 100) {
    await signer.post(`/app/documents/${pack}/add_update_data_field`, { data: values.slice(at, at + 100) })
  }
  if (next && fields.some(({ field }) => setsUpSigner(field.type))) {
    const { uuid, name, email } = next
    await signer.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid, name, email } })
  }
  const seen = await signer.get<View>(`/app/documents/${pack}/view`)
  await signer.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signatory },
    update_status_to: 'complete',
    enqueue_next_signer: true,
    consent_version: opened.consent.version,
    view_digest: seen.view_digest,
    date: demo.today,
  })
}

const ANSWERED = ['blob_key', 'digest', 'width', 'height', 'size', 'filename'] as const

async function uploaded(signer: Client, pack: string, { field, bytes }: { readonly field: DemoField; readonly bytes: Uint8Array }) {
  const asked = new URLSearchParams({ filename: 'hills.png', data_field_type: field.type })
  const { url, file_key } = await signer.get<{ url: string; file_key: string }>(`/app/get_data_field_upload_url/${pack}?${asked}`)
  await signer.put(url, bytes)
  const { blob_key, digest, width, height, size, filename } = await signer.post<Record<(typeof ANSWERED)[number], unknown>>(
    `/app/data_field_upload_success/${pack}`,
    { file_key, type: field.type, filename: 'hills.png' },
  )
  // Whatever is no picture comes along as it is.
  return width === undefined
    ? { method: 'attached', file: blob_key, digest, size, filename }
    : { method: 'uploaded', file: blob_key, digest, width, height }
}

function recordOf(field: DemoField, document: string, signers: readonly string[]) {
  const filler = fillerOf(field)
  const self = filler === 'self'
  return {
    document_key: document,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    signatory_uuid: filler === null ? null : self ? 'self' : signers[Number(filler) - 1]!,
    text_layout: field.text_layout,
    comb_cells: field.comb_cells,
    text_size: field.text_size,
    text_alignment: field.text_alignment,
    ...(setsUpSigner(field.type) ? { signer_role_to_setup: 'signer-2' } : {}),
    ...(hasOptions(field.type) ? { options_as_csv: (field.options ?? ['Yes']).join(',') } : {}),
    ...(self && field.data !== undefined ? { data: field.data } : {}),
  }
}

async function refusal(account: Client, pack: string, reason: string): Promise<Ended> {
  const { document } = await account.get<{ document: { conversion_error_message: string | null } }>(`/app/documents/${pack}`)
  const outcome = reason === 'password-required' || reason === 'password-wrong' ? 'password' : 'refused'
  return { outcome, reason, message: document.conversion_error_message ?? reason, sizes: [] }
}

/** Asks again until it holds: converting and sealing go on in the background. As long as there is progress, it is waited for. */
export async function until<T>(
  { signal, patienceMs }: Ceremony,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  progress: (answer: T) => number = () => 0,
): Promise<T> {
  let deadline = performance.now() + patienceMs
  for (let pause = 20, before = 0; ; pause = Math.min(500, pause * 1.5)) {
    const answer = await ask()
    if (holds(answer)) return answer
    const now = progress(answer)
    if (now !== before) deadline = performance.now() + patienceMs
    before = now
    if (performance.now() > deadline) throw new Error(`the server did not finish within ${patienceMs / 1000} seconds`)
    await wait(pause, undefined, { signal })
  }
}
