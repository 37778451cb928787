import { beforeAll, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import type { PackCommand } from '#domain/pack'
import { loadMetrics } from '#pdf/text-layout'
import type { Attachment } from '#platform/mail'
import { fill, filledBy, having, idOf, packInSetup, place, sent, sign } from '#tests/pack'
import { PACK, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

const TOKEN = { publicUrl: 'https://sign.example.com', defaultCountry: 'ZA', tokenKey: new Uint8Array(32).fill(7) }
const bytesOf = (name: string) => new TextEncoder().encode(`what ${name} holds`)
const supporting = (name: string, audience: 'all' | 'signatories' | 'cc_recipients' | 'team'): PackCommand[] => [
  { do: 'AddAppendix', appendix: idOf(name), audience: [audience] },
  {
    do: 'AttachAppendixFile',
    appendix: idOf(name),
    file: idOf(`file of ${name}`),
    digest: digestOf(bytesOf(name)),
    size: bytesOf(name).length,
    filename: `${name}.txt`,
  },
]
const NAMES = ['terms', 'for signers', 'for copies', 'for us'] as const
const setup = having(
  packInSetup('first'),
  { do: 'AddCopyRecipient', recipient: idOf('copy') },
  { do: 'SetCopyRecipientEmail', recipient: idOf('copy'), email: 'copy@example.net' },
  ...supporting('terms', 'all'),
  ...supporting('for signers', 'signatories'),
  ...supporting('for copies', 'cc_recipients'),
  ...supporting('for us', 'team'),
)

/** Signed and sent out; answers what each got: names of attachments, and what the mail links to. */
async function completed(on: Stage, included: boolean, maxAttachmentBytes: number) {
  on.files.set(idOf('file'), { pack: PACK, bytes: new TextEncoder().encode('pages') })
  for (const name of NAMES) on.files.set(idOf(`file of ${name}`), { pack: PACK, bytes: bytesOf(name) })
  await on.happened(filledBy(sent(included ? having(setup, { do: 'SetAttachmentsIncluded', on: true }) : setup), 'first'))
  const running = await on.server(undefined, { config: { ...TOKEN, maxAttachmentBytes } })
  await on.command(sign('first'))
  await on.until(async () => (await on.count('FinalCopySent')) === 3)
  await running.stop()
  return new Map(
    on.post.delivered
      .filter(({ mail }) => mail.kind === 'copy')
      .map(({ mail }) => {
        const linked = [...mail.text.matchAll(/^(.+):\nhttps:\S+\?supporting=(\S+)$/gm)].map(([, label]) => label)
        return [
          mail.to,
          { attached: (mail.attachments ?? []).map(({ filename }) => filename), linked, link: mail.link, attachments: mail.attachments },
        ]
      }),
  )
}
const textOf = async (attachment: Attachment) => {
  const chunks: Buffer[] = []
  for await (const chunk of await attachment.open()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
const FIRST = 'first@example.org'
const COPY = 'copy@example.net'
const OURS = 'mira@example.com'
const SIGNED = 'Lease.signed.pdf'

test('[D-150] where they are included, each gets with the completed document the supporting documents that are for them', async () => {
  const got = await completed(stage(), true, 10_000)
  expect(got.get(FIRST)).toMatchObject({ attached: [SIGNED, 'terms.txt', 'for signers.txt'], linked: [] })
  expect(got.get(COPY)).toMatchObject({ attached: [SIGNED, 'terms.txt', 'for copies.txt'], linked: [] })
  expect(got.get(OURS)).toMatchObject({ attached: [SIGNED, 'terms.txt', 'for signers.txt', 'for copies.txt', 'for us.txt'], linked: [] })
  expect(await textOf(got.get(COPY)!.attachments![2]!)).toBe('what for copies holds')
  for (const { link } of got.values()) expect(link).toBeUndefined()
})

test('what a signer attached goes along to them and to the team, and to a recipient of copies not even where all signers have it', async () => {
  for (const shown of [false, true]) {
    const on = stage()
    const data = { digest: digestOf(bytesOf('proof')), size: bytesOf('proof').length, filename: 'proof.txt' }
    const asked = having(
      setup,
      place('proof', 'file', 'first', { page: 1, y: 300_000 }),
      { do: 'SetAttachmentsIncluded', on: true },
      { do: 'SetAttachmentsForAllSigners', on: shown },
    )
    on.files.set(idOf('file'), { pack: PACK, bytes: new TextEncoder().encode('pages') })
    for (const name of [...NAMES, 'proof']) on.files.set(idOf(`file of ${name}`), { pack: PACK, bytes: bytesOf(name) })
    await on.happened(
      having(filledBy(sent(asked), 'first'), fill('proof', 'first', { method: 'attached', file: idOf('file of proof'), ...data })),
    )
    const running = await on.server(undefined, { config: { ...TOKEN, maxAttachmentBytes: 10_000 } })
    await on.command(sign('first'))
    await on.until(async () => (await on.count('FinalCopySent')) === 3)
    await running.stop()
    const got = on.post.delivered.filter(({ mail }) => (mail.attachments ?? []).some(({ filename }) => filename === 'proof.txt'))
    expect(got.map(({ mail }) => mail.to).toSorted()).toEqual([FIRST, OURS])
  }
})

test('what does not fit into a mail with the document is linked to, by a link of the recipient’s own', async () => {
  const got = await completed(stage(), true, 30)
  expect(got.get(FIRST)).toMatchObject({ attached: [SIGNED], linked: ['terms.txt', 'for signers.txt'] })
  expect(got.get(OURS)!.linked).toHaveLength(4)
  expect(new Set([...got.values()].map(({ link }) => link)).size).toBe(3)
})

test('[D-426] where they are not included nothing is sent along, and a copy recipient gets links to theirs', async () => {
  const got = await completed(stage(), false, 10_000)
  expect(got.get(FIRST)).toMatchObject({ attached: [SIGNED], linked: [] })
  expect(got.get(OURS)).toMatchObject({ attached: [SIGNED], linked: [] })
  expect(got.get(COPY)).toMatchObject({ attached: [SIGNED], linked: ['terms.txt', 'for copies.txt'] })
})
