import { keyedBy } from '#domain/aggregates'
import { disclosed } from '#domain/kernel'
import { streamOfUser, user as userAggregate } from '#domain/user'
import { workspace as workspaceAggregate } from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { OneTimeLinks, Passwords, Sessions } from '#platform/sessions'
import type { SubjectKeys } from '#platform/subject-keys'
import { FOR_EVER, type Queue } from '#processes/engine'
import type { OutsideDeletions } from '../outside.ts'
import { PROFILE_DELETION, type ProfileDeletionData } from './process.ts'

export interface ProfileDeletionDeps {
  readonly handler: CommandHandler
  readonly keys: Pick<SubjectKeys, 'destroyAll'>
  readonly mailer: Pick<Mailer, 'removeOf' | 'removeTo'>
  readonly passwords: Pick<Passwords, 'remove'>
  readonly sessions: Pick<Sessions, 'endAllOf'>
  readonly links: Pick<OneTimeLinks, 'removeOf'>
  /** Pictures of their signatures. */
  readonly files: Pick<Files, 'removeOfPack'>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** The address is anybody's again who registers with it. */
  releaseAddress(user: string, email: string): Promise<void>
}

const ORIGIN = {
  actor: { principal: 'process:departure', capacity: 'process', proof: 'installation' },
  correlation: 'departure',
  causation: 'departure',
} as const

/**
 * Removes the data of an account holder. Steps that need their address come before the keys go, so that a run that was cut off
 * finds it again, or has nothing left to do with it. The fact itself removes their notices in the app.
 */
export function profileDeletionQueue({
  handler,
  keys,
  mailer,
  passwords,
  sessions,
  links,
  files,
  outside,
  releaseAddress,
}: ProfileDeletionDeps): Queue {
  const workspaces = commandsOf(workspaceAggregate, handler)
  /** A team that was restored, or whose adding of them came too late, holds nobody without a name. */
  async function forgetIn(workspace: string, user: string): Promise<void> {
    const done = await workspaces.perform({
      key: workspace,
      who: { as: 'installation' },
      commands: ({ id }) => (id === null ? [] : [{ do: 'ForgetMember', user }]),
      origin: ORIGIN,
    })
    if ('refused' in done) throw new Error(`somebody could not be taken out of a team: ${done.refused}`)
  }

  const remove: Handler = async (data) => {
    const { user, line } = data as ProfileDeletionData
    await outside?.add(line)
    await passwords.remove(user)
    await sessions.endAllOf(`user:${user}`)
    await links.removeOf(user)
    const stream = streamOfUser(user)
    await files.removeOfPack(stream)
    const history = await handler.history(stream, userAggregate)
    const email = history.flatMap(({ fact }) => (fact.type === 'UserRegistered' ? [disclosed(fact.data.email, '')] : []))[0] ?? ''
    if (email !== '') {
      // The next holder of the address may have been written to already.
      await mailer.removeTo(email, (owner) => owner.startsWith('user:') && owner !== `user:${user}`)
      await releaseAddress(user, email)
    }
    await mailer.removeOf(`user:${user}`)
    const joined = history.flatMap(({ fact }) => (fact.type === 'WorkspaceJoined' ? [fact.data.workspace] : []))
    for (const workspace of new Set(joined)) await forgetIn(workspace, user)
    for (const { streamOf } of keyedBy('user')) await keys.destroyAll(streamOf(user))
  }
  return { name: PROFILE_DELETION, handler: remove, settings: FOR_EVER }
}
