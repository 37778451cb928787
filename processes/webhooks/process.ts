import { type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { applications } from '#domain/applications'
import { disclosed } from '#domain/kernel'
import { emailOf, fullName, user as userAggregate } from '#domain/user'
import { type WEBHOOKS_EVENTS, webhooks, workspaceOfWebhooks } from '#domain/webhooks'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { LoggedEvent } from '#platform/event-log'
import type { Handler } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import { defineStoredProcess, type Effect, MAILS, type Queue } from '#processes/engine'

const WEBHOOKS_OFF = 'webhooks-off'
interface Deps {
  readonly handler: CommandHandler
  readonly mailer: Pick<Mailer, 'send'>
  /** Without a slash at the end. */
  readonly publicUrl: string
}
type Off = { readonly workspace: string; readonly application: string; readonly owner: string; readonly because: 'gone' | 'failing' }

const switchedOff = {
  streams: webhooks.streams,
  type: 'WebhookSwitchedOff' satisfies keyof typeof WEBHOOKS_EVENTS,
  react({ event: { id, stream, data } }: LoggedEvent): readonly Effect[] {
    const { application, because, owner } = data as { application: string; because: string; owner: string | null }
    if (owner === null || (because !== 'gone' && because !== 'failing')) return []
    return [
      {
        queue: WEBHOOKS_OFF,
        key: `webhook-off:${id}`,
        data: { workspace: workspaceOfWebhooks(stream)!, application, owner, because } satisfies Off,
      },
    ]
  },
}

/** Writes to the owner of an application whose endpoint was given up. */
function webhookQueues({ handler, mailer, publicUrl }: Deps): readonly Queue[] {
  const write: Handler = async (data, job) => {
    const { workspace, application, owner, because } = data as Off
    const person = await commandsOf(userAggregate, handler).load(owner)
    const to = emailOf(disclosed(person.email, ''))
    const named = (await commandsOf(applications, handler).load(workspace)).living.get(application)
    // Deleted since: there is nothing to look after.
    if (to === null || !named) return
    const mail = offMail({ name: disclosed(named.name, ''), owner: fullName(person), because, link: `${publicUrl}/#applications` })
    await mailer.send({ key: job.key, owner: `user:${owner}`, workspace, kind: 'webhook', to, ...mail }, job)
  }
  return [{ name: WEBHOOKS_OFF, handler: write, settings: MAILS }]
}

function offMail({ name, owner, because, link }: { name: string; owner: string; because: Off['because']; link: string }): MailContent {
  const application = `“${oneLine(name)}”`
  return mailContent({
    subject: `Webhook switched off: ${application}`,
    before: [
      oneLine(owner) ? `Dear ${oneLine(owner)},` : 'Good day,',
      because === 'gone'
        ? `The endpoint of the application ${application} answered that it is gone (410). Paraph switched its webhook off.`
        : `For five days nothing could be delivered to the endpoint of the application ${application}. Paraph switched its webhook off.`,
      'Nothing is lost: what happens meanwhile is delivered once you switch it on again.',
    ],
    button: { label: 'Open applications', link },
    after: ['You receive this mail because the application belongs to you.'],
  })
}

type Needs = Pick<Deps, 'handler' | 'mailer'> & { readonly config: Pick<Deps, 'publicUrl'> }
export const webhooksProcess = defineStoredProcess({
  name: WEBHOOKS_OFF,
  reactions: [switchedOff],
  queues: ({ config, ...needs }: Needs) => webhookQueues({ ...needs, ...config }),
})
