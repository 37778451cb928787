import { user as aggregate, type USER_EVENTS, userOfStream } from '#domain/user'
import type { LoggedEvent } from '#platform/event-log'
import type { Handler } from '#platform/jobs'
import { defineStoredProcess, type Effect, FOR_EVER } from '#processes/engine'

const NAME = 'personal-workspaces'
type Data = { readonly user: string }

/** Who has a password is an account holder. One that was set again asks for the same work, under the same key. */
const accountHolders = {
  streams: aggregate.streams,
  type: 'PasswordSet' satisfies keyof typeof USER_EVENTS,
  react({ event: { stream } }: LoggedEvent): readonly Effect[] {
    const user = userOfStream(stream)!
    return [{ queue: NAME, key: `personal-workspace:${user}`, data: { user } satisfies Data }]
  },
}

interface Needs {
  readonly accounts: {
    openPersonalWorkspace(user: string, asked: { readonly correlation: string; readonly causation: string }): Promise<void>
  }
}

/**
 * Makes the personal workspaces of account holders from before there were any, as it reads the log from its beginning, and of those whose
 * process was killed between the password and the workspace.
 */
export const personalWorkspacesProcess = defineStoredProcess({
  name: NAME,
  reactions: [accountHolders],
  queues({ accounts }: Needs) {
    const open: Handler = (data, job) => accounts.openPersonalWorkspace((data as Data).user, { correlation: job.key, causation: job.key })
    return [{ name: NAME, handler: open, settings: FOR_EVER }]
  },
})
