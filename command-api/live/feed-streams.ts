import type { Socket } from 'socket.io'
import { LIVE, type WatchFeed } from '#contract/live'
import { isLifecycleType } from '#domain/lifecycle-events'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import { type FeedReader, mayReadFeed } from '../feed/feed-reader.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Notices } from './notices.ts'
import { refuse } from './pack-rooms.ts'
import type { Rights } from './rights.ts'

/** A batch stays far below what a connection may be behind. */
const LIMIT = 200
/** A client that acknowledges nothing for so long has gone, or takes nothing in. */
const ACKNOWLEDGED_MS = 30_000

export interface FeedStreamsOptions {
  readonly feed: FeedReader
  readonly feedNews: Pick<Notices, 'on'>
  readonly rights: Pick<Rights, 'stillThere'>
  trouble(error: unknown): void
}
export interface FeedStreams {
  watch(socket: LiveSocket, wanted: WatchFeed): Promise<Problem | null>
  stop(): void
}

/**
 * Sends entries of a feed to each connection at its own pace: the next batch follows once the client has acknowledged the one before, and
 * is redacted by what the client may see then. Nothing is kept here but positions.
 */
export function feedStreams({ feed, feedNews, rights, trouble }: FeedStreamsOptions): FeedStreams {
  const grown = new Map<LiveSocket, Map<string, () => void>>()
  const unhear = feedNews.on((workspace) => {
    for (const streams of grown.values()) for (const [of, next] of streams) if (workspace === null || workspace === of) next()
  })
  async function placeOf(socket: LiveSocket, workspace: string) {
    const caller = await rights.stillThere(socket)
    if (!caller) return problem('session-ended')
    const own = caller.as === 'signer' ? undefined : membershipIn(caller, workspace)
    if (!own) return problem('not-a-member')
    return mayReadFeed(own) ? own : problem('not-allowed')
  }

  return {
    async watch(socket, { account_key, after, chain, types, ...rest }) {
      if (types && !types.every(isLifecycleType)) return problem('invalid-request', { message: 'There is no event of this type.' })
      const filter = { types: types?.filter(isLifecycleType), ...rest }
      const place = await placeOf(socket, account_key)
      if (isProblem(place)) return place
      const page = await feed.read(place, { after, chain, limit: LIMIT, ...filter })
      if (isProblem(page)) return page
      const streams = grown.get(socket) ?? new Map<string, () => void>()
      grown.set(socket, streams)
      socket.once('disconnect', () => grown.delete(socket))
      let position = page.events[0] ? page.events[0].position - 1 : page.position
      let isRunning = false
      let isBehind = true

      async function send(): Promise<void> {
        if (isRunning) return
        isRunning = true
        try {
          while (isBehind && streams.get(account_key) === next && socket.connected) {
            isBehind = false
            const now = await placeOf(socket, account_key)
            const read = isProblem(now) ? now : await feed.read(now, { after: position, limit: LIMIT, ...filter })
            if (isProblem(read)) {
              streams.delete(account_key)
              refuse(socket, { document_key: null, account_key, code: read.code, message: read.message })
              return
            }
            if (read.events.length === 0) continue
            await (socket as unknown as Socket)
              .timeout(ACKNOWLEDGED_MS)
              .emitWithAck(LIVE.feedEntries, { account_key, entries: read.events })
            position = read.position
            isBehind = isBehind || read.events.length === LIMIT
          }
        } finally {
          isRunning = false
        }
      }
      const next = () => {
        isBehind = true
        send().catch((error: unknown) => {
          if (!socket.connected) return
          // It comes again from where it is.
          socket.disconnect(true)
          trouble(error)
        })
      }
      streams.set(account_key, next)
      next()
      return null
    },
    stop: unhear,
  }
}
