import { z } from 'zod'
import { MANY, page, revision, shown, stored, token } from './bounds.ts'
import { key } from './envelope.ts'

/**
 * Socket.IO on path /live. Account holders are known by their cookie; signers by `auth: {session_token}`.
 * Client to server, each acknowledged with {success, …} or a refusal:
 *   watch_pack   {document_key, revision}   joins the pack's room; what came since `revision` follows as `pack_events`
 *   unwatch_pack {document_key}
 *   watch_list   {account_key}              joins the workspace's room
 *   watch_rows   {account_key, list}        joins the room of another list of the workspace: "contacts", "recipient_lists", "bulk_sends", "members"
 *   watch_feed   {account_key, after, chain, types, document_key, template_key}   entries after the position follow as `feed_entries`
 *   watch_deliveries {account_key, application_key}   joins the room of an application's deliveries: for people who look after it
 *   watch_notifications {}                  joins the account holder's own room
 *   here         {document_key, page, selection, typing}   where somebody is: sent on every change and every 3 s, forgotten
 *                                           after 7 s of silence
 * Server to client: the messages below.
 */
export const watchPack = z.object({ document_key: key, revision })
export const watchList = z.object({ account_key: key })
/** A list of a workspace that is asked for again when any of its rows changed. */
export const watchRows = z.object({ account_key: key, list: z.enum(['contacts', 'recipient_lists', 'bulk_sends', 'members']) })
export type WatchRows = z.infer<typeof watchRows>
export const watchDeliveries = z.object({ account_key: key, application_key: key })
export type WatchDeliveries = z.infer<typeof watchDeliveries>

/**
 * Events `from`…`to` (inclusive revisions); withheld ones are left out, so a range may hold fewer events, or none. The digest is a
 * signatory's, and null where there is none: they see what they saw.
 */
export const packEvents = z.object({
  document_key: key,
  from: z.int(),
  to: z.int(),
  events: z.array(z.object({ revision: z.int(), type: shown, data: stored, time: shown, principal: shown })).max(MANY),
  view_digest: shown.nullable(),
})
export type PackEvents = z.infer<typeof packEvents>
/** What this audience may see has changed: replaces everything held. */
export const packFresh = z.object({ document_key: key, revision: z.int(), view: stored, view_digest: shown.nullable() })
export type PackFresh = z.infer<typeof packFresh>
/** The change is too large for a live connection: fetch the view again, by GET /app/documents/{key}/view. */
export const packStale = z.object({ document_key: key, revision: z.int() })
export type PackStale = z.infer<typeof packStale>
/** Rows of the workspace's list that changed; the client decides by its filter whether they stay. */
export const listChanged = z.object({ account_key: key, documents: z.array(stored).max(MANY), removed: z.array(key).max(MANY) })
/** Something of that list changed: what it is, the client asks for, with the rights that it has then. */
export const rowsChanged = watchRows
/** The webhook of the application or its deliveries changed: what it is, the client asks for. */
export const deliveriesChanged = watchDeliveries
export type DeliveriesChanged = WatchDeliveries
/**
 * The account holder's notifications changed: what it is, they ask for. `gone`: those about this document, or from this
 * workspace, are theirs no longer.
 */
export const notificationsChanged = z.object({ gone: key.nullable() })
/** What the account holder may do in a workspace changed, or to which they belong: GET /app/session says how it is now. */
export const accountChanged = z.object({})
/** Ephemeral: pages converted so far, sealing progress, who is here. Never events. */
export const packProgress = z.object({
  document_key: key,
  kind: z.enum(['conversion', 'sealing']),
  child_key: key,
  done: z.int(),
  total: z.int(),
})
/** Fields that somebody has selected, as far as others are shown them. */
const MOST_SELECTED = 20
/** More are counted, not named: in a room of a thousand nobody reads a thousand names with every page that is turned. */
export const MOST_NAMED = 50
/** At most 50 people are named; `more` counts the others. */
export const presence = z.object({
  document_key: key,
  people: z
    .array(
      z.object({
        id: shown,
        name: shown,
        /** 'sender': shown to signers where the workspace allows it, without name or place. */
        as: z.enum(['team', 'signatory', 'sender']),
        page: z.int().nullable(),
        selection: z.array(key).max(MOST_SELECTED),
        typing: key.nullable(),
      }),
    )
    .max(MOST_NAMED),
  more: z.int(),
})
/** The server no longer serves this socket in that room: the link was voided, the membership ended, the session is over. */
export const refusedLive = z.object({ document_key: key.nullable(), account_key: key.nullable(), code: shown, message: shown })
export type RefusedLive = z.infer<typeof refusedLive>
/** Client to server, with every change and every 3 s while somebody looks; `page` is null while they look at none. */
export const here = z.object({
  document_key: key,
  page: page.nullable(),
  selection: z.array(key).max(MOST_SELECTED).default([]),
  typing: key.nullable().default(null),
})
/** Left out: from the first entry that is kept. The filters are those of GET /app/feed. */
export const watchFeed = z.object({
  account_key: key,
  after: z.int().min(0).max(2_147_483_647).optional(),
  chain: token.optional(),
  types: z.array(token).min(1).max(100).optional(),
  document_key: key.optional(),
  template_key: key.optional(),
})
export type WatchFeed = z.infer<typeof watchFeed>
/** In order, as GET /app/feed gives them. The client acknowledges each batch, and the next one follows then. */
export const feedEntries = z.object({ account_key: key, entries: z.array(stored).max(1_000) })
/** What clients send, by its name. */
export const LIVE_MESSAGES = {
  watch_pack: watchPack,
  unwatch_pack: watchPack.pick({ document_key: true }),
  watch_list: watchList,
  watch_rows: watchRows,
  watch_feed: watchFeed,
  watch_deliveries: watchDeliveries,
  watch_notifications: z.object({}),
  here,
} as const
export const LIVE = {
  path: '/live',
  packEvents: 'pack_events',
  packFresh: 'pack_fresh',
  packStale: 'pack_stale',
  packProgress: 'pack_progress',
  listChanged: 'list_changed',
  rowsChanged: 'rows_changed',
  feedEntries: 'feed_entries',
  deliveriesChanged: 'deliveries_changed',
  notificationsChanged: 'notifications_changed',
  accountChanged: 'account_changed',
  presence: 'presence',
  refused: 'refused',
  /** Client to server. */
  here: 'here',
} as const
