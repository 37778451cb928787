import { createHmac } from 'node:crypto'
import { disclosed, type JsonObject } from '#domain/kernel'
import { fullName } from '#domain/user'
import type { CommandHandler } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { OneTimeLinks } from '#platform/sessions'
import { accountStreams } from './streams.ts'

/** The queue of mails that let somebody choose a password. Its jobs hold opaque ids only. */
export const PASSWORD_MAILS = 'password-mails'

const HOUR = 3_600_000
const LIFE = { reset: HOUR, invitation: 7 * 24 * HOUR } as const

export interface PasswordMailParts {
  readonly handler: CommandHandler
  readonly links: OneTimeLinks
  readonly mailer: Mailer
  readonly tokenKey: Uint8Array
  readonly publicUrl: string
}

/** Where a link to choose a password leads. Behind the hash, so that it stands in no log on the way. */
export function passwordUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#reset/${token}`
}

export function definePasswordMails(jobs: Jobs, parts: PasswordMailParts): void {
  const streams = accountStreams(parts.handler, parts.tokenKey)
  jobs.define(
    PASSWORD_MAILS,
    async (data, job) => {
      const asked = data as JsonObject & { purpose: keyof typeof LIFE; stream: string; workspace?: string; by?: string }
      const user = await streams.holderOf(asked.stream)
      const state = user === null ? null : await streams.loadUser(user)
      if (user === null || state?.id == null) return
      const to = disclosed(state.email, '')
      if (to === '') return
      // Derived from the job: a run repeated after a crash sends the same link, not a second one.
      const token = createHmac('sha256', parts.tokenKey).update(`password ${job.key}`).digest('base64url')
      await parts.links.keep(token, { owner: user, purpose: asked.purpose, lifeMs: LIFE[asked.purpose] })
      const link = passwordUrl(parts.publicUrl, token)
      const team = asked.workspace ? disclosed((await streams.loadWorkspace(asked.workspace)).name, '') : ''
      const by = asked.by ? fullName(await streams.loadUser(asked.by)) : ''
      const words = asked.purpose === 'reset' ? resetWords() : invitationWords(team, by)
      await parts.mailer.send(
        { key: job.key, owner: `user:${user}`, kind: 'password', to, ...written(fullName(state), words, link), link },
        job,
      )
    },
    { retries: 6, backoff: { firstSeconds: 5, maxSeconds: 600 }, concurrency: 2, timeoutSeconds: 120 },
  )
}

interface Words {
  readonly subject: string
  readonly first: string
  readonly button: string
  readonly last: string
}

function resetWords(): Words {
  return {
    subject: 'Choose a new password',
    first: 'Somebody, probably you, asked to choose a new password for your account.',
    button: 'Choose a new password',
    last: 'The link works once, for one hour. If you did not ask for it, there is nothing you need to do.',
  }
}

function invitationWords(team: string, by: string): Words {
  return {
    subject: `You have been added to ${team}`,
    first: `${by || 'An administrator'} has added you to the team ${team}.`,
    button: 'Choose your password',
    last: 'The link works once, for seven days.',
  }
}

function written(name: string, words: Words, link: string): { subject: string; text: string; html: string } {
  const greeting = `Dear ${name},`
  return {
    subject: words.subject,
    text: [greeting, words.first, `${words.button}: ${link}`, words.last].join('\n\n'),
    html: `<p>${escaped(greeting)}</p><p>${escaped(words.first)}</p><p><a href="${escaped(link)}">${escaped(words.button)}</a></p><p>${escaped(words.last)}</p>`,
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
