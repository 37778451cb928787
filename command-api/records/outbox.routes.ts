import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { outboxAnswer, outboxQuery, revealAnswer } from '#contract/workspace'
import type { OutboxRow } from '#platform/mail'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { call } from '../edge/call.ts'
import type { Membership, TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'

/** Mails as they went out, for administrators: without a mail server this is where they are read. */
export function outboxRoutes({
  edge,
  packs,
  services: { mailer, members, accounts, queries },
}: App<'accounts' | 'mailer' | 'members' | 'queries'>): void {
  function reading(caller: TeamCaller, request: FastifyRequest): Membership | Problem {
    const membership = workspaceOf(caller, request)
    return isProblem(membership) || membership.permissions.has('can_read_outbox') ? membership : problem('not-an-administrator')
  }
  /**
   * `user:…` of everybody in a workspace: mails that no workspace sent are about them. Those of somebody who was added, has an account
   * already and has not come are none of its business: they say what they are called.
   */
  const peopleOf = async (workspace: string) =>
    (await members.list(workspace)).flatMap(({ user, hasEntered, hasPassword }) => (hasEntered || !hasPassword ? [`user:${user}`] : []))

  /**
   * A link to choose a password opens everything its owner belongs to: only who administers all of that may hold it. A personal workspace
   * is its owner's alone, and counts once it holds documents.
   */
  async function administersAllOf(caller: TeamCaller, person: string): Promise<boolean> {
    // It would open every account.
    if (person !== caller.user && (await accounts.mayGiveSupport(person))) return false
    const administered = new Set(
      caller.memberships.flatMap(({ workspace, isAdmin, permissions }) =>
        isAdmin && permissions.has('can_manage_account') ? [workspace] : [],
      ),
    )
    const theirs = await accounts.allMembershipsOf(person)
    const isOpenTo = async ({ workspace, isPersonal }: Membership) =>
      administered.has(workspace) || (isPersonal && (await queries.packsOf(workspace, '', 1)).length === 0)
    const isEveryTeamOpen = (await Promise.all(theirs.map(isOpenTo))).every(Boolean)
    return isEveryTeamOpen && theirs.some(({ workspace }) => administered.has(workspace))
  }

  call(edge, {
    method: 'GET',
    url: '/app/outbox',
    summary: 'Mails of a workspace and of its people, newest first. Secret links stand masked.',
    access: 'team',
    query: outboxQuery,
    answer: outboxAnswer,
    async run({ caller, request, query }) {
      const membership = reading(caller, request)
      if (isProblem(membership)) return membership
      const { workspace } = membership
      const rows = await mailer.list({ workspace, people: await peopleOf(workspace), limit: query.limit, before: query.before ?? null })
      const withLinks = new Set(rows.flatMap(({ owner, hasLink }) => (hasLink ? [personOf(owner)] : [])))
      const closed = new Set<string>()
      for (const person of withLinks) if (person !== null && !(await administersAllOf(caller, person))) closed.add(person)
      return ok({
        delivered_by: mailer.deliversBy,
        mails: rows.map(({ id, kind, to, subject, text, state, detail, written, hasLink, owner }) => ({
          key: id,
          kind,
          to,
          subject,
          text,
          state,
          detail,
          date_created: written,
          has_link: hasLink && !closed.has(personOf(owner) ?? ''),
          document_key: documentOf(owner),
        })),
      })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/outbox/:key/reveal',
    summary: 'The secret link of a mail that stayed here.',
    access: 'account',
    params: keyParams,
    answer: revealAnswer,
    async run({ caller, request, params }) {
      const membership = reading(caller, request)
      if (isProblem(membership)) return membership
      const mail = z.uuid().safeParse(params.key).success ? await mailer.find(params.key) : null
      if (mail === null || !(await isReadableIn(membership.workspace, mail))) return problem('not-found')
      // Recorded before it is shown: nobody knows a link without a history saying so.
      const refused = await record(mail)
      if (refused) return refused
      const link = await mailer.reveal(mail.id)
      return link === null ? problem('not-found') : ok({ link })

      async function record({ id, owner, hasLink }: OutboxRow): Promise<Problem | null> {
        if (!hasLink) return problem('not-found')
        const person = personOf(owner)
        if (person !== null) {
          if (!(await administersAllOf(caller, person))) return problem('not-administrator-of-all')
          const recorded = await accounts.recordRevealedLink(person, id, caller, requestOriginOf(request))
          return recorded && accountProblem(recorded)
        }
        const place = await packs.resolveAccess(caller, owner)
        if (isProblem(place)) return place
        const recorded = await packs.change({ on: place, request, plan: () => [{ do: 'RevealMailLink', mail: id, user: caller.user }] })
        return isProblem(recorded) ? recorded : null
      }
    },
  })

  const isReadableIn = async (workspace: string, mail: OutboxRow) =>
    mail.workspace === workspace || (mail.workspace === null && (await peopleOf(workspace)).includes(mail.owner))
}

const PERSON = 'user:'
const personOf = (owner: string): string | null => (owner.startsWith(PERSON) ? owner.slice(PERSON.length) : null)
const documentOf = (owner: string): string | null => (z.uuid().safeParse(owner).success ? owner : null)
