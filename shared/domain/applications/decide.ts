import { type Decision, disclosed, isRefused, isStorable, type Refused } from '#domain/kernel'
import type { ApplicationsFact } from './events.ts'
import type { ApplicationsRefusalCode } from './refusals.ts'
import type { Application, ApplicationsState } from './state.ts'

export type ApplicationsCommand =
  /** Again under the same key it is the same application with another secret: nobody received the first one. */
  | {
      readonly do: 'CreateApplication'
      readonly application: string
      readonly owner: string
      readonly name: string
      readonly permissions: readonly string[]
      readonly secret: string
    }
  /** What is left out stays as it is. */
  | {
      readonly do: 'ChangeApplication'
      readonly application: string
      readonly name?: string | undefined
      readonly permissions?: readonly string[] | undefined
    }
  | { readonly do: 'RefreshSecret'; readonly application: string; readonly owner: string; readonly secret: string }
  | { readonly do: 'DeleteApplication'; readonly application: string }
  /** After `from` has left the workspace. */
  | { readonly do: 'TakeOverApplication'; readonly application: string; readonly from: string; readonly to: string }

/** The member who asks, with what they may do in the workspace now, or the process that follows who leaves it. */
export type ApplicationsActor =
  | { readonly as: 'team'; readonly user: string; readonly permissions: ReadonlySet<string> }
  | { readonly as: 'process' }
type Managing = Omit<Extract<ApplicationsActor, { as: 'team' }>, 'as'>
type ApplicationsDecision = Decision<ApplicationsFact, ApplicationsRefusalCode>

export const MOST_APPLICATIONS = 100
export const MOST_APPLICATION_NAME = 200

/** Whether somebody sees the applications of their workspace and has their own. */
export const mayBrowseApplications = ({ permissions }: Pick<Managing, 'permissions'>): boolean => permissions.has('can_view_api_details')
/** Their own, and an administrator every one. */
export const mayManageApplication = (actor: Managing, { owner }: Pick<Application, 'owner'>): boolean =>
  mayBrowseApplications(actor) && (owner === actor.user || actor.permissions.has('can_manage_account'))

/** People only: a stolen secret makes no others. */
export function permits(
  command: ApplicationsCommand,
  { living }: ApplicationsState,
  actor: ApplicationsActor,
): Refused<ApplicationsRefusalCode> | null {
  const takesOver = command.do === 'TakeOverApplication'
  if (actor.as === 'process' || takesOver) return actor.as === 'process' && takesOver ? null : { refused: 'application-not-permitted' }
  if (!mayBrowseApplications(actor)) return { refused: 'application-not-permitted' }
  const there = living.get(command.application)
  if (there && !mayManageApplication(actor, there)) return { refused: 'application-of-another' }
  if (!('permissions' in command)) return null
  // What it has already was given by somebody who could.
  const beyond = command.permissions?.find((one) => !there?.permissions.includes(one) && !actor.permissions.has(one))
  return beyond === undefined ? null : { refused: 'application-permission-beyond', slots: { permission: beyond } }
}

export function decide(command: ApplicationsCommand, state: ApplicationsState): ApplicationsDecision {
  const { application: key } = command
  const there = state.living.get(key)
  if (command.do === 'CreateApplication' && !there) return create(command, state)
  if (!there) {
    // Deleted already, by a call whose answer was lost or by somebody else.
    return (command.do === 'DeleteApplication' || command.do === 'TakeOverApplication') && state.deleted.has(key)
      ? []
      : { refused: 'application-missing' }
  }
  switch (command.do) {
    case 'ChangeApplication': {
      const renamed = command.name === undefined ? [] : rename(command.name, there)
      const chosen = command.permissions === undefined ? [] : choose(command.permissions, there)
      return isRefused(renamed) ? renamed : [...renamed, ...chosen]
    }
    case 'CreateApplication':
    case 'RefreshSecret':
      return [{ type: 'ApplicationSecretRefreshed', data: { application: key, owner: command.owner, secret: command.secret } }]
    case 'TakeOverApplication': {
      const { from, to } = command
      return there.owner === from && from !== to ? [{ type: 'ApplicationTakenOver', data: { application: key, from, to } }] : []
    }
    case 'DeleteApplication':
      return [{ type: 'ApplicationDeleted', data: { application: key } }]
    default:
      return command satisfies never
  }
}

function create(
  { application, owner, name: given, permissions, secret }: Extract<ApplicationsCommand, { do: 'CreateApplication' }>,
  { living, deleted }: ApplicationsState,
): ApplicationsDecision {
  if (deleted.has(application)) return { refused: 'application-missing' }
  const name = nameOf(given)
  if (name === null) return { refused: 'application-name-required' }
  if (living.size >= MOST_APPLICATIONS) return { refused: 'too-many-applications', slots: { most: MOST_APPLICATIONS } }
  const chosen = choose(permissions, { key: application, permissions: [] })
  return [{ type: 'ApplicationCreated', data: { application, owner, name, secret } }, ...chosen]
}

function rename(given: string, { key, name: was }: Application): ApplicationsDecision {
  const name = nameOf(given)
  if (name === null) return { refused: 'application-name-required' }
  return name === disclosed(was, '') ? [] : [{ type: 'ApplicationRenamed', data: { application: key, name } }]
}

function choose(wanted: readonly string[], { key, permissions }: Pick<Application, 'key' | 'permissions'>): readonly ApplicationsFact[] {
  const chosen = [...new Set(wanted)].sort()
  const same = chosen.length === permissions.length && chosen.every((permission) => permissions.includes(permission))
  return same ? [] : [{ type: 'ApplicationPermissionsChosen', data: { application: key, permissions: chosen } }]
}

function nameOf(text: string): string | null {
  const name = text.trim().normalize('NFC')
  return name !== '' && name.length <= MOST_APPLICATION_NAME && isStorable(name) ? name : null
}
