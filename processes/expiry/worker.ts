import { hasExpired } from '#domain/pack'
import type { Handler } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import {
  addresseeOf,
  defineProcess,
  MAILS,
  type NeedsFor,
  type OwnerDeps,
  type Packs,
  packsFor,
  packsUnderWay,
  type Queue,
  TIMERS,
  TooEarly,
} from '#processes/engine'
import { expiredMail } from './mail.ts'
import { EXPIRED, EXPIRY, type ExpiredData, type ExpiryData, expiry, planExpiry } from './process.ts'

interface ExpiryDeps extends OwnerDeps {
  readonly packs: Packs
  readonly mailer: Pick<Mailer, 'send'>
  /** Without a slash at the end. */
  readonly publicUrl: string
}

function expiryQueues({ packs, mailer, publicUrl, ...owners }: ExpiryDeps): readonly Queue[] {
  const ring: Handler = async (data, job) => {
    const asked = data as ExpiryData
    const command = planExpiry(await packs.load(asked.pack), asked)
    if (command === null) return
    const { refused } = await packs.perform(asked.pack, command, { cause: job.key })
    if (refused === 'not-due-yet') throw new TooEarly()
  }

  const write: Handler = async (data, job) => {
    const { pack, day } = data as ExpiredData
    const state = await packs.load(pack)
    // Extended or withdrawn meanwhile.
    if (!hasExpired(state) || state.expiry?.day !== day) return
    const owner = await addresseeOf(owners, state)
    if (!owner) return
    const letter = expiredMail(state, day, owner.name, `${publicUrl}/#documents/${pack}`)
    await mailer.send({ key: job.key, owner: pack, workspace: state.workspace, kind: 'notice', to: owner.email, ...letter }, job)
  }

  return [
    { name: EXPIRY, handler: ring, settings: TIMERS },
    { name: EXPIRED, handler: write, settings: MAILS },
  ]
}

/** Ends requests whose day is over, and reminds of it before. */
export const expiryProcess = defineProcess({
  process: expiry,
  sweep: packsUnderWay,
  queues: ({ handler, config, ...needs }: NeedsFor<ExpiryDeps, 'publicUrl'>) =>
    expiryQueues({ ...needs, ...config, packs: packsFor('expiry', { handler, ...config }) }),
})
