import { applications } from '#domain/applications'
import type { LifecycleType } from '#domain/lifecycle-events'
import { user } from '#domain/user'
import { receivesEverywhere, type Webhook, type WebhooksState, webhooks } from '#domain/webhooks'
import { memberOf, permissionsOf, workspace } from '#domain/workspace'
import { type CommandHandler, commandsOf, type ReadBarrier } from '#platform/command-handler'

/** An application with an endpoint, as it stands now. */
export interface Subscriber {
  readonly application: string
  readonly workspace: string
  readonly owner: string
  readonly chosen: ReadonlySet<string>
  readonly webhook: Webhook
  readonly state: WebhooksState
}

/** Who is subscribed, and what they may see. Asked before each delivery: rights may have ended since the event. */
export function subscribers(handler: CommandHandler) {
  const [ofApplications, ofWebhooks, ofWorkspaces, ofUsers] = [
    commandsOf(applications, handler),
    commandsOf(webhooks, handler),
    commandsOf(workspace, handler),
    commandsOf(user, handler),
  ]
  async function membershipOf(owner: string, of: string, since: ReadBarrier) {
    return memberOf(await ofWorkspaces.load(of, { since }), owner)
  }
  return {
    /** null: the application or its endpoint was removed. */
    async find(application: string, of: string, since: ReadBarrier): Promise<Subscriber | null> {
      const [{ living }, state] = await Promise.all([ofApplications.load(of, { since }), ofWebhooks.load(of, { since })])
      const [found, webhook] = [living.get(application), state.webhooks.get(application)]
      return found && webhook
        ? { application, workspace: of, owner: found.owner, chosen: new Set(found.permissions), webhook, state }
        : null
    },
    /**
     * With what permissions it may see what happens in a workspace; null: not at all. The member who owns the application must still be
     * allowed to look after it, and must administer any other workspace.
     */
    async permissionsIn(
      { owner, chosen, workspace: home }: Subscriber,
      of: string,
      since: ReadBarrier,
    ): Promise<ReadonlySet<string> | null> {
      const member = await membershipOf(owner, of, since)
      if (!member || !(of === home || member.administrator)) return null
      const held = permissionsOf(member)
      return held.has('can_browse') && held.has('can_view_api_details')
        ? new Set([...held].filter((permission) => chosen.has(permission)))
        : null
    },
    /** The workspaces whose events may concern it. */
    async workspacesOf(
      { application, owner, workspace: home, state }: Subscriber,
      types: readonly LifecycleType[],
      since: ReadBarrier,
    ): Promise<readonly string[]> {
      if (!types.some((type) => receivesEverywhere(state, application, type))) return [home]
      const { workspaces } = await ofUsers.load(owner, { since })
      const administered = await Promise.all(
        workspaces.map(async (one) => ((await membershipOf(owner, one.workspace, since))?.administrator ? [one.workspace] : [])),
      )
      return [...new Set([home, ...administered.flat()])]
    },
  }
}
