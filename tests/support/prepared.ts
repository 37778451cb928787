import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { type Client, client, crossSite, openSigning, Refused } from '../../cli/demo/client.ts'

export const SENDER = { first_name: 'Mira', last_name: 'Castell', email_address: 'mira@example.com', password: 'correct horse battery' }

export function newId(): string {
  return uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
}

/** The first account of an empty installation, logged in. */
export async function firstAccount(url: string): Promise<Client> {
  const account = client(url)
  const { csrf_token } = await account.get<{ csrf_token: string }>('/app/session')
  account.remember(crossSite(csrf_token))
  const made = await account.post<{ csrf_token: string; user: { default_user_account_key: string } }>('/app/first_account', SENDER)
  account.remember({ ...crossSite(made.csrf_token), 'x-user-account-key': made.user.default_user_account_key })
  return account
}

export interface PreparedField {
  readonly type: string
  readonly page?: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0, 1, … for the signers; 'self' for the sender. */
  readonly signer: number | 'self'
  readonly [property: string]: unknown
}
export interface Prepared {
  readonly pack: string
  readonly document: string
  readonly signers: readonly string[]
  readonly fields: readonly string[]
}

export type View = { readonly revision: number; readonly view: PackState; readonly view_digest: string | null }
type Parts = Omit<View, 'view'> & {
  readonly view: PackState | null
  readonly view_parts: { readonly digest: string; readonly count: number } | null
  readonly view_part: string
}
export async function viewOf(account: Client, pack: string): Promise<View> {
  const { view, view_parts, view_part, ...rest } = await account.get<Parts>(`/app/documents/${pack}/view`)
  if (view_parts === null) return { ...rest, view: view! }
  let text = view_part
  for (let part = 1; part < view_parts.count; part++) {
    const query = new URLSearchParams({ revision: String(rest.revision), digest: view_parts.digest, part: String(part) })
    text += (await account.get<{ view_part: string }>(`/app/documents/${pack}/view_part?${query}`)).view_part
  }
  return { ...rest, view: JSON.parse(text) as PackState }
}

/** Of the time between two looks more was not waited: the machine stood still, and with it whatever is waited for. */
const MOST_BETWEEN_LOOKS_MS = 1_000

export async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean, within = 60_000): Promise<T> {
  let waited = 0
  for (let before = performance.now(); ; ) {
    const answer = await ask()
    if (holds(answer)) return answer
    const now = performance.now()
    waited += Math.min(now - before, MOST_BETWEEN_LOOKS_MS)
    before = now
    if (waited > within) throw new Error(`still not so after ${within} ms: ${String(JSON.stringify(answer)).slice(0, 500)}`)
    await wait(25)
  }
}

/** Asks as the page does: where the answer is to try again, it is tried again. */
export async function untilServed<T>(ask: () => Promise<T>): Promise<T> {
  const again = (error: unknown) => {
    if (error instanceof Refused && error.status === 503) return null
    throw error
  }
  const served = await eventually(
    () => ask().then((answer) => ({ answer }), again),
    (found) => found !== null,
  )
  return served!.answer
}

/** Uploads a PDF in the three steps, as one more document of the pack `into` or as one of its own, and waits until it is converted. */
export async function uploaded(
  account: Client,
  name: string,
  bytes?: Uint8Array,
  into?: string,
): Promise<{ pack: string; document: string }> {
  const file = bytes ?? (await readFile('assets/sample.pdf'))
  const upload = await account.get<{
    url: string
    file_key: string
    redirect_document_key: string
    document: { document_pack_key: string }
  }>(
    `/app/get_document_upload_url?${new URLSearchParams({
      filename: `${name}.pdf`,
      size: String(file.length / 1e6),
      ...(into === undefined ? {} : { document_pack_key: into }),
    })}`,
  )
  await account.put(upload.url, file)
  await account.post(`/app/document_upload_success/${upload.redirect_document_key}`, { file_key: upload.file_key })
  const pack = upload.document.document_pack_key
  const { view } = await eventually(
    () => viewOf(account, pack),
    ({ view: { documents } }) => ['converted', 'failed'].includes(documents.at(-1)?.conversion.state ?? ''),
  )
  return { pack, document: view.documents.at(-1)!.key }
}

/** Puts another file in the place of a document’s, in the three steps, and waits until that one is converted. */
export async function replaced(
  account: Client,
  { pack, document }: { readonly pack: string; readonly document: string },
  bytes: Uint8Array,
): Promise<View & { readonly redirected: string }> {
  const query = new URLSearchParams({ filename: 'another.pdf', size: String(bytes.length / 1e6), document_key_to_upload_to: document })
  const { url, file_key, redirect_document_key } = await account.get<{ url: string; file_key: string; redirect_document_key: string }>(
    `/app/get_document_upload_url?${query}`,
  )
  await account.put(url, bytes)
  await account.post(`/app/document_upload_success/${document}`, { file_key, filename: 'another.pdf' })
  const seen = await eventually(
    () => viewOf(account, pack),
    ({ view: { documents } }) =>
      documents.some(({ key, conversion }) => key === document && conversion.state === 'converted' && conversion.source === file_key),
  )
  return { ...seen, redirected: redirect_document_key }
}

/** A document with signers and fields, still in setup. */
export async function prepared(
  account: Client,
  name: string,
  signers: readonly string[],
  fields: readonly PreparedField[],
): Promise<Prepared> {
  const { pack, document } = await uploaded(account, name)
  const uuids = signers.map(newId)
  await account.post(`/app/documents/${pack}/update_document`, {
    data: {
      document_name: name,
      signatories: signers.map((each, at) => ({
        uuid: uuids[at],
        role: `signer-${at + 1}`,
        name: each,
        email: `${each.split(' ')[0]!.toLowerCase()}@example.com`,
      })),
      signing_order: uuids.map((uuid) => [uuid]),
    },
  })
  const keys = fields.map(newId)
  const saved = await account.post<{ refused: readonly { message: string }[] }>(`/app/documents/${pack}/add_update_data_field`, {
    data: fields.map(({ signer, page = 0, ...field }, at) => ({
      uuid: keys[at],
      document_key: document,
      page,
      ...field,
      signatory_uuid: signer === 'self' ? 'self' : uuids[signer],
    })),
  })
  if (saved.refused[0]) throw new Error(saved.refused[0].message)
  return { pack, document, signers: uuids, fields: keys }
}

/** The same, sent for signature. */
export async function sent(
  account: Client,
  name: string,
  signers: readonly string[],
  fields: readonly PreparedField[],
  sequential = false,
  /** Further settings, as the call that saves a document takes them. */
  settings: object = {},
): Promise<Prepared> {
  const made = await prepared(account, name, signers, fields)
  const wanted = { ...(sequential ? { sequential_signing: true } : {}), ...settings }
  if (Object.keys(wanted).length > 0) await account.post(`/app/documents/${made.pack}/update_document`, { data: wanted })
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  return made
}

/** Waits until everybody who is asked so far has their request: until then it changes the document, and is not sent at all once somebody rejects. */
export async function asked(account: Client, pack: string): Promise<void> {
  await eventually(
    () => viewOf(account, pack),
    ({ view }) => view.signatories.every(({ request }) => request?.state !== 'queued'),
  )
}

export async function linkOf(account: Client, pack: string, signatory: string): Promise<string> {
  const { signing_link } = await account.post<{ signing_link: string }>(
    `/app/documents/${pack}/generate_signing_link_for_signatory/${signatory}`,
    {
      token_type: 'sign',
    },
  )
  return signing_link
}

/** Signs one field as the person of a link, on a client of their own; answers when the server has acknowledged it. */
export async function signAs(url: string, link: string, pack: string, signatory: string, field: string): Promise<Client> {
  const signer = client(url)
  const opened = await openSigning(signer, link)
  await signer.post(`/app/documents/${pack}/user_accepted_terms/${signatory}`, { consent_version: opened.consent.version })
  await signer.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [{ uuid: field, data: { method: 'typed', text: 'Signed by hand' } }],
  })
  const seen = await signer.get<View>(`/app/documents/${pack}/view`)
  await signer.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signatory },
    update_status_to: 'complete',
    enqueue_next_signer: true,
    consent_version: opened.consent.version,
    view_digest: seen.view_digest,
    date: new Date().toISOString().slice(0, 10),
  })
  return signer
}

/** Finishes what a signer sees, with the fields as they stand. */
export async function finish(signer: Client, pack: string, signatory: string): Promise<void> {
  const { view_digest } = await viewOf(signer, pack)
  await signer.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signatory },
    update_status_to: 'complete',
    consent_version: '2026-11',
    view_digest,
  })
}
