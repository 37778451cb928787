import { z } from 'zod'
import { outboxAnswer, revealAnswer } from '#contract/workspace'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, problem } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'

/** Mails as they went out, for administrators: without a mail server this is where they are read. */
export function outboxRoutes({ edge, packs, services }: App): void {
  call(edge, {
    method: 'GET',
    url: '/app/outbox',
    summary: 'Mails, newest first. Secret links stand masked.',
    access: 'account',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(100), before: z.uuid().optional() }),
    answer: outboxAnswer,
    async run({ caller, request, query }) {
      const membership = workspaceOf(caller, request)
      if (isProblem(membership)) return membership
      if (!membership.permissions.has('can_read_outbox')) return problem('not-an-administrator')
      const rows = await services.mailer.list({ limit: query.limit, before: query.before ?? null })
      return ok({
        delivered_by: services.mailer.deliversBy,
        mails: rows.map(({ id, kind, to, subject, text, state, detail, written, hasLink, owner }) => ({
          key: id,
          kind,
          to,
          subject,
          text,
          state,
          detail,
          date_created: written,
          has_link: hasLink,
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
      const membership = workspaceOf(caller, request)
      if (isProblem(membership)) return membership
      if (!membership.permissions.has('can_read_outbox')) return problem('not-an-administrator')
      const mail = z.uuid().safeParse(params.key).success ? await services.mailer.reveal(params.key) : null
      if (mail === null) return problem('not-found')
      const pack = documentOf(mail.owner)
      if (pack !== null) {
        const place = await packs.enter(caller, pack)
        if (isProblem(place)) return place
        // Recorded before it is shown: nobody knows a link without its document's history saying so.
        const recorded = await packs.change({
          on: place,
          request,
          plan: () => [{ do: 'RevealMailLink', mail: params.key, user: caller.user }],
        })
        if (isProblem(recorded)) return recorded
      }
      return ok({ link: mail.link })
    },
  })
}

/** Mails of accounts (`user:…`) belong to no document. */
const documentOf = (owner: string): string | null => (z.uuid().safeParse(owner).success ? owner : null)
