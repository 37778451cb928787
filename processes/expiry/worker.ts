import { hasExpired } from '#domain/pack'
import type { Handler } from '#platform/jobs'
import { type Mailer, OVERNIGHT } from '#platform/mail'
import { defineProcess, type NeedsFor, type Packs, packsFor, packsUnderWay, type Queue } from '#processes/engine'
import { expiredLetter } from './letter.ts'
import { EXPIRED, EXPIRY, type ExpiredData, type ExpiryData, expiry, planExpiry } from './process.ts'

interface ExpiryDeps {
  readonly packs: Packs
  readonly mailer: Pick<Mailer, 'send'>
  /** Without a slash at the end. */
  readonly publicUrl: string
  makerOf(user: string, workspace: string): Promise<{ readonly name: string; readonly email: string } | null>
  administratorOf(workspace: string): Promise<{ readonly name: string; readonly email: string } | null>
}

/** The clock says that it is too early: the job is run again. */
class TooEarly extends Error {
  constructor() {
    super('the moment has not come')
    this.name = 'TooEarly'
  }
}

const MAILS = { ...OVERNIGHT, concurrency: 2, timeoutSeconds: 120 }
// A clock that was a month ahead is waited for.
const TIMERS = { retries: 1_000, backoff: { firstSeconds: 5, maxSeconds: 3_600 }, concurrency: 4, timeoutSeconds: 60 }

function expiryQueues({ packs, mailer, publicUrl, makerOf, administratorOf }: ExpiryDeps): readonly Queue[] {
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
    // Extended meanwhile, or taken back.
    if (!hasExpired(state) || state.expiry?.day !== day) return
    const owner = (await makerOf(state.creator, state.workspace)) ?? (await administratorOf(state.workspace))
    if (!owner) return
    const letter = expiredLetter(state, day, owner.name, `${publicUrl}/#documents/${pack}`)
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
