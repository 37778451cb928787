import { addedMail, invitationMail, passwordUrl } from '#contract/password-mails'
import { disclosed, userOfPrincipal } from '#domain/kernel'
import { fullName, knownAs, streamOfUser, user as userAggregate } from '#domain/user'
import { streamOfWorkspace, workspace as workspaceAggregate } from '#domain/workspace'
import type { CommandHandler } from '#platform/command-handler'
import type { Handler } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { OneTimeLinks } from '#platform/sessions'
import { defineStoredProcess, derivedToken, MAILS, type Queue } from '#processes/engine'
import { INVITATIONS, type InvitationData, invitations, planInvitation } from './process.ts'

export interface InvitationsDeps {
  readonly handler: Pick<CommandHandler, 'load'>
  readonly links: Pick<OneTimeLinks, 'keep'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly tokenKey: Uint8Array
  /** Without a slash at the end. */
  readonly publicUrl: string
}

const WEEK = 7 * 24 * 3_600_000

/** Follows new members, and writes to them: by a link for a password where they have none yet. */
function invitationsQueues({ handler, links, mailer, tokenKey, publicUrl }: InvitationsDeps): readonly Queue[] {
  const personOf = async (user: string) => (await handler.load(streamOfUser(user), userAggregate)).state

  /** It works before anybody holds it, and after a crash it is the same one. */
  async function passwordLink({ user, member }: InvitationData): Promise<string> {
    const token = derivedToken(tokenKey, 'invitation', member)
    await links.keep(token, { owner: user, purpose: 'invitation', lifeMs: WEEK })
    return passwordUrl(publicUrl, token)
  }

  const invite: Handler = async (data, job) => {
    const asked = data as InvitationData
    const team = (await handler.load(streamOfWorkspace(asked.workspace), workspaceAggregate)).state
    const invited = await personOf(asked.user)
    const plan = planInvitation(team, invited, asked)
    if (plan.do === 'nothing') return
    const link = plan.do === 'invite' ? await passwordLink(asked) : null
    const inviter = userOfPrincipal(asked.by)
    const by = inviter === null ? '' : fullName(await personOf(inviter))
    const added = { name: fullName(knownAs(invited, asked.member)), team: disclosed(team.name, ''), by }
    // Where Paraph is to be found is no secret.
    const letter =
      link === null ? addedMail({ ...added, link: `${publicUrl}/#documents` }) : { ...invitationMail({ ...added, link }), link }
    await mailer.send(
      { key: job.key, owner: `user:${asked.user}`, workspace: asked.workspace, kind: 'invitation', to: plan.to, ...letter },
      job,
    )
  }

  return [{ name: INVITATIONS, handler: invite, settings: MAILS }]
}

type Needs = Omit<InvitationsDeps, 'tokenKey' | 'publicUrl'> & { readonly config: Pick<InvitationsDeps, 'tokenKey' | 'publicUrl'> }

export const invitationsProcess = defineStoredProcess({
  name: INVITATIONS,
  reactions: [invitations],
  queues: ({ config, ...needs }: Needs) => invitationsQueues({ ...needs, ...config }),
})
