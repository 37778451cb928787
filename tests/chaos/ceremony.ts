import { readFile } from 'node:fs/promises'
import type { PackState } from '#domain/pack'
import { type Client, Refused } from '../../cli/demo/client.ts'
import type { Random } from '../simulation/random.ts'
import { newId } from '../support/prepared.ts'
import type { TestMailServer } from '../support/smtp.ts'
import { linkIn, mailsTo, type Patience, signerBy, until, viewOf } from './people.ts'

export const COURSES = ['parallel', 'one after the other', 'declined', 'reverted'] as const
export type Course = (typeof COURSES)[number]

/** Something that was acknowledged, and must be so in the end. */
export interface Claim {
  readonly words: string
  holds(view: PackState): boolean
}
export interface Story {
  readonly name: string
  readonly course: Course
  pack: string
  readonly signers: { readonly uuid: string; readonly email: string; readonly field: string; asked: number }[]
  readonly claims: Claim[]
  /** Whole, and nothing more is done to it. */
  ended: boolean
}
export interface Surroundings {
  readonly account: Client
  readonly mails: TestMailServer
  readonly patience: Patience
}

/** A document from its upload to its end, over HTTP and mail alone. Answers the acknowledged steps, also where it was cut off. */
export function ceremony(name: string, chance: Random, on: Surroundings): { readonly story: Story; readonly done: Promise<void> } {
  const course = chance.pick(COURSES)
  const tag = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const signers = Array.from({ length: 1 + chance.below(3) }, (_, at) => ({
    uuid: newId(),
    email: `signer${at + 1}.${tag}@example.com`,
    field: newId(),
    asked: 0,
  }))
  const story: Story = { name, course, pack: '', signers, claims: [], ended: false }
  return { story, done: play(story, chance, on) }
}

async function play(story: Story, chance: Random, on: Surroundings): Promise<void> {
  const { account } = on
  const { signers, claims, course } = story
  const document = await upload(story, on)
  const save = (data: object, query = '') => account.post(`/app/documents/${story.pack}/update_document${query}`, { data })
  const inTurn = course === 'one after the other'
  await save({
    document_name: story.name,
    signatories: signers.map(({ uuid, email }, at) => ({ uuid, role: `signer-${at + 1}`, name: `Signer ${at + 1}`, email })),
    signing_order: signers.map(({ uuid }) => [uuid]),
    sequential_signing: inTurn,
  })
  for (const { uuid } of signers) claim(claims, `signatory ${uuid} was added`, (view) => view.signatories.some((one) => one.uuid === uuid))
  await account.post(`/app/documents/${story.pack}/add_update_data_field`, {
    data: signers.map(({ uuid, field }, at) => ({
      uuid: field,
      document_key: document,
      page: 0,
      type: 'signature',
      x: 60,
      y: 200 + at * 80,
      width: 180,
      height: 48,
      signatory_uuid: uuid,
      required: true,
    })),
  })
  for (const { field } of signers) claim(claims, `field ${field} was placed`, (view) => field in view.fields)

  async function request(): Promise<void> {
    const { revision } = await viewOf(account, story.pack)
    await save({ status: 'awaiting_signatures', revision }, '?request_signatures_if_required=true')
  }
  await request()
  if (course === 'reverted') {
    // All but the last have signed when somebody finds a mistake.
    for (const signer of signers.slice(0, -1)) await sign(story, signer, on)
    if (chance.happens(0.5)) await asked(signers.at(-1)!, on)
    const { revision } = await viewOf(account, story.pack)
    await save({ status: 'setup', revision })
    for (const signer of signers) signer.asked = mailsTo(on.mails, signer.email).length
    await request()
  }
  for (const [at, signer] of signers.entries()) {
    if (course === 'declined' && at === signers.length - 1) await decline(story, signer, on)
    else await sign(story, signer, on)
  }
  const ends = course === 'declined' ? 'rejected' : 'complete'
  claim(claims, `it is ${ends}`, ({ status }) => status === ends)
  story.ended = true
}

const claim = (claims: Claim[], words: string, holds: Claim['holds']) => void claims.push({ words, holds })

async function upload(story: Story, { account, patience }: Surroundings): Promise<string> {
  const file = await readFile('assets/sample.pdf')
  const size = String(file.length / 1e6)
  const asked = await account.get<{
    url: string
    file_key: string
    redirect_document_key: string
    document: { document_pack_key: string }
  }>(`/app/get_document_upload_url?${new URLSearchParams({ filename: `${story.name}.pdf`, size })}`)
  story.pack = asked.document.document_pack_key
  await account.put(asked.url, file)
  await account.post(`/app/document_upload_success/${asked.redirect_document_key}`, { file_key: asked.file_key })
  claim(story.claims, 'it was uploaded', ({ documents }) => documents[0]?.conversion.state === 'converted')
  await until(
    () => viewOf(account, story.pack),
    ({ view: { documents } }) => documents[0]?.conversion.state === 'converted',
    patience,
  )
  return asked.redirect_document_key
}

/** The latest mail with a link, once it is there. */
async function asked(signer: Story['signers'][number], { mails, patience }: Surroundings): Promise<string> {
  const link = async () =>
    mailsTo(mails, signer.email)
      .slice(signer.asked)
      .flatMap((mail) => linkIn(mail) ?? [])
      .at(-1) ?? null
  return (await until(link, (found) => found !== null, patience))!
}

/** Opens what they were asked with. A mail of before the document went back may come late, with a link that is void: then they wait for the next. */
async function opened(signer: Story['signers'][number], on: Surroundings): ReturnType<typeof signerBy> {
  for (;;) {
    const link = await asked(signer, on)
    try {
      return await signerBy(link, on.patience)
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof Refused) || cause.code !== 'link-voided') throw error
      signer.asked = mailsTo(on.mails, signer.email).findLastIndex((mail) => linkIn(mail) === link) + 1
    }
  }
}

async function sign(story: Story, signer: Story['signers'][number], on: Surroundings): Promise<void> {
  const { client, consent } = await opened(signer, on)
  const at = `/app/documents/${story.pack}`
  await client.post(`${at}/user_accepted_terms/${signer.uuid}`, { consent_version: consent })
  await client.post(`${at}/add_update_data_field`, { data: [{ uuid: signer.field, data: { method: 'typed', text: 'By hand' } }] })
  const seen = await viewOf(client, story.pack)
  await client.post(`${at}/add_update_signatory`, {
    data: { uuid: signer.uuid },
    update_status_to: 'complete',
    enqueue_next_signer: true,
    consent_version: consent,
    view_digest: seen.view_digest,
    date: new Date().toISOString().slice(0, 10),
  })
  if (story.course !== 'reverted') claim(story.claims, `${signer.uuid} signed`, (view) => statusOf(view, signer.uuid) === 'complete')
}

async function decline(story: Story, signer: Story['signers'][number], on: Surroundings): Promise<void> {
  const { client } = await opened(signer, on)
  await client.post(`/app/documents/${story.pack}/add_update_signatory`, {
    data: { uuid: signer.uuid },
    update_status_to: 'rejected',
    rejection_reason: 'Not like this',
  })
  claim(story.claims, `${signer.uuid} declined`, (view) => statusOf(view, signer.uuid) === 'rejected')
}

const statusOf = (view: PackState, signatory: string) => view.signatories.find(({ uuid }) => uuid === signatory)?.status
