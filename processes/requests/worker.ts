import { replyTo } from '#contract/mail-content'
import { requestMail } from '#contract/request-mail'
import { digestOf, type RecordedEvent } from '#domain/kernel'
import { ownerOf, type PackFact } from '#domain/pack'
import type { Handler, Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import { type Mailer, OVERNIGHT } from '#platform/mail'
import {
  defineProcess,
  derivedId,
  derivedToken,
  type NeedsFor,
  type Packs,
  packsFor,
  packsUnderWay,
  type Queue,
  requeue,
} from '#processes/engine'
import { keyOfRequest, planRequest, REQUESTS, REQUESTS_AGAIN, type RequestData, requestData, requests } from './process.ts'

export interface RequestsDeps {
  readonly packs: Packs
  readonly keyIndex: KeyIndex
  readonly mailer: Pick<Mailer, 'send'>
  readonly jobs: Pick<Jobs, 'find' | 'retry'>
  readonly tokenKey: Uint8Array
  /** Without a slash at the end. */
  readonly publicUrl: string
  senderOf(
    workspace: string,
    user: string,
  ): Promise<{ readonly workspaceName: string; readonly senderName: string; readonly senderEmail: string }>
}

const SETTINGS = { ...OVERNIGHT, concurrency: 4, timeoutSeconds: 120 }
export const GAVE_UP = 'The request could not be sent.'

export function requestsQueues(deps: RequestsDeps): readonly Queue[] {
  const { packs, keyIndex, mailer, jobs } = deps

  const failed = (asked: RequestData, bounced: boolean, detail: string, step: string) => {
    const { pack, signatory, request } = asked
    const command = { do: 'RecordRequestFailed', signatory, request, bounced, detail } as const
    return packs.perform(pack, command, { cause: keyOfRequest(request), step })
  }

  const ask: Handler = async (data, job) => {
    const asked = data as RequestData
    const { pack, signatory, request } = asked
    const cause = keyOfRequest(request)
    const plan = planRequest(await packs.load(pack), asked)
    if (plan.do === 'nothing') return
    if (plan.do === 'fail') return void (await failed(asked, false, plan.detail, 'impossible'))

    // The link must be findable, and an event, before anybody holds it.
    const token = derivedToken(deps.tokenKey, 'sign', request)
    const link = derivedId('link', request)
    await keyIndex.register([{ key: digestOf(token), kind: 'link', pack, extra: { signatory, link, inPerson: false } }])
    // Without a step: one that died in the trash is issued again.
    const issued = await packs.perform(pack, { do: 'IssueSigningLink', signatory, link, purpose: 'sign', request }, { cause })
    // Refused: somebody corrected the address, reverted, or finished the pack in this very moment.
    if (issued.refused !== null) return
    const now = planRequest(issued.state, asked)
    if (now.do !== 'send') return

    const { workspaceName, senderName, senderEmail } = await deps.senderOf(issued.state.workspace, ownerOf(issued.state))
    const url = `${deps.publicUrl}/sign/${token}`
    const sender = { name: senderName, email: senderEmail, workspace: workspaceName }
    const letter = requestMail({ state: issued.state, signatory: now.signatory, sender, link: url })
    const { state, detail } = await mailer.send(
      { key: cause, owner: pack, workspace: issued.state.workspace, kind: 'request', to: now.to, ...replyTo(sender), ...letter, link: url },
      job,
    )
    if (state === 'failed' || state === 'bounced') return void (await failed(asked, state === 'bounced', detail ?? GAVE_UP, state))
    // Refused where the link died in the trash meanwhile: once the document is out of that, this is done once more.
    await packs.perform(pack, { do: 'RecordRequestSent', signatory, request, link, kept: state === 'kept' }, { cause, step: 'sent' })
  }

  const askAgain: Handler = async (data) => {
    const { pack } = data as { readonly pack: string }
    const state = await packs.load(pack)
    for (const { fact } of await packs.history(pack)) {
      if (fact.type !== 'SignatureRequestQueued') continue
      const asked = requestData(pack, fact.data)
      if (planRequest(state, asked).do !== 'nothing') await requeue(jobs, keyOfRequest(asked.request), asked)
    }
  }

  return [
    {
      name: REQUESTS,
      handler: ask,
      settings: { ...SETTINGS, onExhausted: async (data) => void (await failed(data as RequestData, false, GAVE_UP, 'gave up')) },
    },
    { name: REQUESTS_AGAIN, handler: askAgain, settings: SETTINGS },
  ]
}

/** A request that came back: shown at its signatory. Answers false where the mail was not a request. */
export async function recordRequestBounce(packs: Packs, mail: { key: string; owner: string }, detail: string): Promise<boolean> {
  const queued = ({ fact }: RecordedEvent<PackFact>) =>
    fact.type === 'SignatureRequestQueued' && keyOfRequest(fact.data.request) === mail.key ? [fact.data] : []
  const [asked] = (await packs.history(mail.owner)).flatMap(queued)
  if (!asked) return false
  const { signatory, request } = asked
  await packs.perform(
    mail.owner,
    { do: 'RecordRequestFailed', signatory, request, bounced: true, detail },
    { cause: mail.key, step: 'bounced' },
  )
  return true
}

export const requestsProcess = defineProcess({
  process: requests,
  sweep: packsUnderWay,
  queues: ({ handler, config, ...needs }: NeedsFor<RequestsDeps, 'tokenKey' | 'publicUrl'>) =>
    requestsQueues({ ...needs, ...config, packs: packsFor('requests', { handler, ...config }) }),
})
