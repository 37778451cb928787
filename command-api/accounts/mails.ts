import { createHmac } from 'node:crypto'
import { guessingMail, passwordUrl, resetMail } from '#contract/password-mails'
import { disclosed } from '#domain/kernel'
import { fullName } from '#domain/user'
import type { CommandHandler } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { OneTimeLinks } from '#platform/sessions'
import { accountStreams } from './streams.ts'

/** The queue of mails for people who forgot their password. Its jobs hold opaque ids only. */
export const PASSWORD_MAILS = 'password-mails'

/** The queue of mails to owners of accounts whose password somebody guesses at. */
export const GUESSING_MAILS = 'guessing-mails'

const HOUR = 3_600_000
const SETTINGS = { retries: 6, backoff: { firstSeconds: 5, maxSeconds: 600 }, concurrency: 2, timeoutSeconds: 120 } as const

export interface PasswordMailParts {
  readonly handler: CommandHandler
  readonly links: Pick<OneTimeLinks, 'keep'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly tokenKey: Uint8Array
  readonly publicUrl: string
}

export function definePasswordMails(jobs: Pick<Jobs, 'define'>, parts: PasswordMailParts): void {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  /** null: nobody has the address now. */
  async function recipientOf(stream: string): Promise<{ user: string; name: string; email: string } | null> {
    const user = await streams.holderOf(stream)
    const state = user === null ? null : await streams.loadUser(user)
    if (user === null || state?.id == null) return null
    const email = disclosed(state.email, '')
    return email === '' ? null : { user, name: fullName(state), email }
  }
  jobs.define(
    PASSWORD_MAILS,
    async (data, job) => {
      const to = await recipientOf((data as { stream: string }).stream)
      if (!to) return
      // Derived from the job: a run repeated after a crash sends the same link, not a second one.
      const token = createHmac('sha256', parts.tokenKey).update(`password ${job.key}`).digest('base64url')
      await parts.links.keep(token, { owner: to.user, purpose: 'reset', lifeMs: HOUR })
      const link = passwordUrl(parts.publicUrl, token)
      const letter = resetMail({ name: to.name, link })
      await parts.mailer.send(
        { key: job.key, owner: `user:${to.user}`, workspace: null, kind: 'password', to: to.email, ...letter, link },
        job,
      )
    },
    SETTINGS,
  )
  jobs.define(
    GUESSING_MAILS,
    async (data, job) => {
      const to = await recipientOf((data as { stream: string }).stream)
      if (!to) return
      const letter = guessingMail({ name: to.name, link: parts.publicUrl })
      await parts.mailer.send({ key: job.key, owner: `user:${to.user}`, workspace: null, kind: 'password', to: to.email, ...letter }, job)
    },
    SETTINGS,
  )
}
