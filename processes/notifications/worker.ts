import type { Handler, Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { Clock, World } from '#platform/ports'
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
  requeue,
  TIMERS,
  TooEarly,
} from '#processes/engine'
import { noticeMail } from './mail.ts'
import {
  keyOfNotice,
  NOTICES,
  NOTICES_AGAIN,
  NOTIFICATIONS,
  type NoticeData,
  type NotificationData,
  noticeOf,
  notifications,
  planNotification,
} from './process.ts'

export interface NotificationsDeps extends OwnerDeps {
  readonly packs: Packs
  readonly clock: Clock
  readonly mailer: Pick<Mailer, 'send'>
  readonly jobs: Pick<Jobs, 'find' | 'retry'>
  /** Without a slash at the end. */
  readonly publicUrl: string
}

/** Keeps the countdowns of rules, and writes to whom they name. */
export function notificationsQueues({ packs, clock, mailer, jobs, publicUrl, ...owners }: NotificationsDeps): readonly Queue[] {
  const ring: Handler = async (data, job) => {
    const asked = data as NotificationData
    const { pack, rule, about, occasion } = asked
    const plan = planNotification(await packs.load(pack), asked, clock.now())
    if (plan.do === 'nothing') return
    if (plan.do === 'wait') throw new TooEarly()
    const command = { do: 'GiveNotification', rule, about, occasion, notice: noticeOf(asked) } as const
    await packs.perform(pack, command, { cause: job.key, step: 'due' })
  }

  const write: Handler = async (data, job) => {
    const { pack, notice } = data as NoticeData
    const state = await packs.load(pack)
    const given = state.notifications.given.find((one) => one.notice === notice)
    const rule = state.notifications.rules.find(({ key }) => key === given?.rule)
    // Its rule was removed, or it came again in the meantime: then that is what there is to say.
    if (!given || !rule || state.trashed !== null) return
    const owner = await addresseeOf(owners, state)
    if (!owner) return
    const link = `${publicUrl}/#documents/${pack}`
    const letter = noticeMail({ state, rule, about: given.about, owner: owner.name, link })
    await mailer.send({ key: job.key, owner: pack, workspace: state.workspace, kind: 'notice', to: owner.email, ...letter }, job)
  }

  const writeAgain: Handler = (data) => requeue(jobs, keyOfNotice((data as NoticeData).notice), data)

  return [
    { name: NOTIFICATIONS, handler: ring, settings: TIMERS },
    { name: NOTICES, handler: write, settings: MAILS },
    { name: NOTICES_AGAIN, handler: writeAgain, settings: MAILS },
  ]
}

export const notificationsProcess = defineProcess({
  process: notifications,
  sweep: packsUnderWay,
  queues: ({
    handler,
    config,
    world,
    ...needs
  }: NeedsFor<Omit<NotificationsDeps, 'clock'>, 'publicUrl'> & { readonly world: Pick<World, 'clock'> }) =>
    notificationsQueues({ ...needs, ...config, clock: world.clock, packs: packsFor('notifications', { handler, ...config }) }),
})
