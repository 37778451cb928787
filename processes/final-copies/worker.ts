import { oneLine, replyTo } from '#contract/mail-content'
import { digestOf, disclosed } from '#domain/kernel'
import { ownerOf, type PackState, remainingDocuments, type SupportingFile, supportingFilesToSend } from '#domain/pack'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import { type Attachment, type Mailer, OVERNIGHT } from '#platform/mail'
import { defineProcess, derivedToken, type NeedsFor, type Packs, packsFor, packsUnderWay, type Queue } from '#processes/engine'
import { attachmentNames, copyMail, supportingNames } from './mail.ts'
import { COPIES, COPY, type CopiesData, type CopyData, finalCopies, keyOfCopy, mailFor, recipientsOf } from './process.ts'

export interface FinalCopiesDeps {
  readonly packs: Packs
  readonly keyIndex: KeyIndex
  readonly files: Files
  readonly mailer: Pick<Mailer, 'send'>
  readonly tokenKey: Uint8Array
  /** Without a slash at the end. */
  readonly publicUrl: string
  readonly maxAttachmentBytes: number
  /** Name and address of a document's creator; null once they left its team. */
  makerOf(user: string, workspace: string): Promise<{ readonly name: string; readonly email: string } | null>
}

const SETTINGS = { ...OVERNIGHT, timeoutSeconds: 180 }

export function finalCopiesQueues(deps: FinalCopiesDeps): readonly Queue[] {
  const { packs, keyIndex, files, mailer } = deps
  const makerOf = (state: PackState) => deps.makerOf(ownerOf(state), state.workspace)
  const recipientsNow = async (state: PackState) => recipientsOf(state, await makerOf(state))

  const queueAll: Handler = async (data, job) => {
    const { pack } = data as CopiesData
    const state = await packs.load(pack)
    for (const { recipient } of await recipientsNow(state)) {
      const command = { do: 'QueueFinalCopy', recipient, mail: mailFor(pack, recipient) } as const
      // Queued before, by a user or by an earlier run: then nothing is decided.
      if (!state.finalCopies[recipient]) await packs.perform(pack, command, { cause: job.key, step: `queue ${recipient}` })
    }
  }

  const send: Handler = async (data, job) => {
    const asked = data as CopyData
    const { pack, recipient, mail } = asked
    const state = await packs.load(pack)
    const copy = state.finalCopies[recipient]
    if (copy?.mail !== mail || copy.state !== 'queued') return
    const maker = await makerOf(state)
    const to = recipientsOf(state, maker).find((each) => each.recipient === recipient)
    if (!to) return void (await failed(asked, false, 'impossible'))
    const sender = maker && maker.email !== to.email ? maker : { name: '', email: '' }
    // The document before its supporting documents: where not all of it fits into one mail, the rest is linked to.
    const finals = bytesOf(finalFiles(state))
    const supporting = supportingFilesToSend(state, recipient)
    const fits = finals <= deps.maxAttachmentBytes
    const sendsAlong = state.settings.attachmentsIncluded && finals + bytesOf(supporting) <= deps.maxAttachmentBytes
    const isLinked = !fits || (supporting.length > 0 && !sendsAlong)
    const link = isLinked ? await downloadLink(asked) : null
    const linked = sendsAlong
      ? []
      : supporting.map(({ key, filename }) => ({ label: oneLine(filename), link: `${link}?supporting=${key}` }))
    const attached = sendsAlong ? supporting : []
    const outcome = await mailer.send(
      {
        key: job.key,
        owner: pack,
        workspace: state.workspace,
        kind: 'copy',
        to: to.email,
        ...replyTo(sender),
        ...copyMail(state, to.name, { sender, link: fits ? null : link, attached: attached.length, linked }),
        ...(link === null ? {} : { link }),
        ...(fits ? { attachments: [...attachments(state), ...attachmentsOf(attached)] } : {}),
      },
      job,
    )
    const sent = outcome.state === 'sent' || outcome.state === 'kept'
    if (!sent) return void (await failed(asked, outcome.state === 'bounced', outcome.state))
    const kept = outcome.state === 'kept'
    await packs.perform(pack, { do: 'RecordFinalCopySent', recipient, mail, kept }, { cause: job.key, step: 'sent' })
  }

  async function downloadLink({ pack, recipient, mail }: CopyData): Promise<string> {
    const token = derivedToken(deps.tokenKey, 'download', mail)
    await keyIndex.register([{ key: digestOf(token), kind: 'download', pack, extra: { recipient, mail } }])
    return `${deps.publicUrl}/app/final/${token}`
  }

  function attachments(state: PackState): Attachment[] {
    const names = attachmentNames(remainingDocuments(state).map(({ name, filename }) => disclosed(name, '') || disclosed(filename, '')))
    return finalFiles(state).map(({ file }, at) => ({
      filename: names[at]!,
      mediaType: 'application/pdf',
      open: () => opened(file),
    }))
  }

  function attachmentsOf(supporting: readonly SupportingFile[]): Attachment[] {
    const names = supportingNames(supporting.map(({ filename }) => filename))
    return supporting.map(({ key }, at) => ({ filename: names[at]!, mediaType: 'application/octet-stream', open: () => opened(key) }))
  }

  async function opened(file: string) {
    const content = await files.open(file)
    if (!content) throw new Error('a file that is to be sent is not there')
    return content.stream
  }

  const failed = ({ pack, recipient, mail }: CopyData, bounced: boolean, step: string) =>
    packs.perform(pack, { do: 'RecordFinalCopyFailed', recipient, mail, bounced }, { cause: keyOfCopy(mail), step })

  return [
    { name: COPIES, handler: queueAll, settings: { ...SETTINGS, concurrency: 2 } },
    {
      name: COPY,
      handler: send,
      settings: { ...SETTINGS, concurrency: 4, onExhausted: async (data) => void (await failed(data as CopyData, false, 'gave up')) },
    },
  ]
}

const bytesOf = (files: readonly { readonly size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

function finalFiles(state: PackState): readonly { file: string; size: number }[] {
  return remainingDocuments(state).flatMap(({ sealing }) =>
    sealing.state === 'sealed' ? [{ file: sealing.file, size: sealing.size }] : [],
  )
}

/** A final copy that came back. Answers false where the mail was none. */
export async function recordCopyBounce(packs: Packs, { key, owner }: { key: string; owner: string }): Promise<boolean> {
  const copies = Object.entries((await packs.load(owner)).finalCopies)
  const [recipient, copy] = copies.find(([, { mail }]) => keyOfCopy(mail) === key) ?? []
  if (!recipient || !copy) return false
  await packs.perform(owner, { do: 'RecordFinalCopyFailed', recipient, mail: copy.mail, bounced: true }, { cause: key, step: 'bounced' })
  return true
}

export const finalCopiesProcess = defineProcess({
  process: finalCopies,
  sweep: packsUnderWay,
  queues: ({ handler, config, ...needs }: NeedsFor<FinalCopiesDeps, 'tokenKey' | 'publicUrl' | 'maxAttachmentBytes'>) =>
    finalCopiesQueues({ ...needs, ...config, packs: packsFor('final-copies', { handler, ...config }) }),
})
