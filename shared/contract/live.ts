import { z } from 'zod'
import { key } from './envelope.ts'

/**
 * Socket.IO on path /live. Account holders are known by their cookie; signers by `auth: {session_token}`.
 * Client to server, each acknowledged with {success, …} or a refusal:
 *   watch_pack   {document_key, revision}   joins the pack's room; what came since `revision` follows as `pack_events`
 *   unwatch_pack {document_key}
 *   watch_list   {account_key}              joins the workspace's room
 *   watch_notifications {}                  joins the account holder's own room
 *   here         {document_key, page, selection, typing}   where somebody is: sent on every change and every 3 s, forgotten
 *                                           after 7 s of silence
 * Server to client: the messages below.
 */
export const watchPack = z.object({ document_key: key, revision: z.int() })
export const watchList = z.object({ account_key: key })

/**
 * Events `from`…`to` (inclusive revisions); withheld ones are left out, so a range may hold fewer events, or none. The digest is a
 * signatory's, and null where there is none: they see what they saw.
 */
export const packEvents = z.object({
  document_key: key,
  from: z.int(),
  to: z.int(),
  events: z.array(z.object({ revision: z.int(), type: z.string(), data: z.unknown(), time: z.string(), principal: z.string() })),
  view_digest: z.string().nullable(),
})
export type PackEvents = z.infer<typeof packEvents>
/** What this audience may see has changed: replaces everything held. */
export const packFresh = z.object({ document_key: key, revision: z.int(), view: z.unknown(), view_digest: z.string().nullable() })
export type PackFresh = z.infer<typeof packFresh>
/** Rows of the workspace's list that changed; the client decides by its filter whether they stay. */
export const listChanged = z.object({ account_key: key, documents: z.array(z.unknown()), removed: z.array(key) })
/**
 * The account holder's notifications changed: what it is, they ask for. `gone`: those about this document, or from this
 * workspace, are theirs no longer.
 */
export const notificationsChanged = z.object({ gone: key.nullable() })
/** Ephemeral: pages converted so far, sealing progress, who is here. Never events. */
export const packProgress = z.object({
  document_key: key,
  kind: z.enum(['conversion', 'sealing']),
  child_key: key,
  done: z.int(),
  total: z.int(),
})
/** At most 50 people are named; `more` counts the others. */
export const presence = z.object({
  document_key: key,
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** 'sender': told to signers where the workspace says so, without name or place. */
      as: z.enum(['team', 'signatory', 'sender']),
      page: z.int().nullable(),
      /** Fields they have selected. */
      selection: z.array(key),
      /** The field they type in. */
      typing: key.nullable(),
    }),
  ),
  more: z.int(),
})
/** The server no longer serves this socket in that room: the link was voided, the membership ended, the session is over. */
export const refusedLive = z.object({ document_key: key.nullable(), account_key: key.nullable(), code: z.string(), message: z.string() })
export type RefusedLive = z.infer<typeof refusedLive>
/** Client to server, with every change and every 3 s while somebody looks; `page` is null while they look at none. */
export const here = z.object({
  document_key: key,
  page: z.int().min(0).max(100_000).nullable(),
  selection: z.array(key).max(20).default([]),
  typing: key.nullable().default(null),
})
export const LIVE = {
  path: '/live',
  packEvents: 'pack_events',
  packFresh: 'pack_fresh',
  packProgress: 'pack_progress',
  listChanged: 'list_changed',
  notificationsChanged: 'notifications_changed',
  presence: 'presence',
  refused: 'refused',
  /** Client to server. */
  here: 'here',
} as const
