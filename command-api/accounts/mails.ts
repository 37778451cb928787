import { createHmac } from 'node:crypto'
import { passwordUrl, resetLetter } from '#contract/password-letters'
import { disclosed } from '#domain/kernel'
import { fullName } from '#domain/user'
import type { CommandHandler } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { OneTimeLinks } from '#platform/sessions'
import { accountStreams } from './streams.ts'

/** The queue of mails for people who forgot their password. Its jobs hold opaque ids only. */
export const PASSWORD_MAILS = 'password-mails'

const HOUR = 3_600_000

export interface PasswordMailParts {
  readonly handler: CommandHandler
  readonly links: Pick<OneTimeLinks, 'keep'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly tokenKey: Uint8Array
  readonly publicUrl: string
}

export function definePasswordMails(jobs: Pick<Jobs, 'define'>, parts: PasswordMailParts): void {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  jobs.define(
    PASSWORD_MAILS,
    async (data, job) => {
      const { stream } = data as { stream: string }
      const user = await streams.holderOf(stream)
      const state = user === null ? null : await streams.loadUser(user)
      if (user === null || state?.id == null) return
      const to = disclosed(state.email, '')
      if (to === '') return
      // Derived from the job: a run repeated after a crash sends the same link, not a second one.
      const token = createHmac('sha256', parts.tokenKey).update(`password ${job.key}`).digest('base64url')
      await parts.links.keep(token, { owner: user, purpose: 'reset', lifeMs: HOUR })
      const link = passwordUrl(parts.publicUrl, token)
      const letter = resetLetter({ name: fullName(state), link })
      await parts.mailer.send({ key: job.key, owner: `user:${user}`, workspace: null, kind: 'password', to, ...letter, link }, job)
    },
    { retries: 6, backoff: { firstSeconds: 5, maxSeconds: 600 }, concurrency: 2, timeoutSeconds: 120 },
  )
}
