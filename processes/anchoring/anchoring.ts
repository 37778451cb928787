import { ANCHORS_STREAM, type Anchor, type AnchorsCommand, type AnchorsFact, anchors } from '#domain/anchors'
import { type AnchorLeaf, digestOfHead, merkleRoot, type StoredEvent } from '#domain/kernel'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import { type EventLog, pagesOf } from '#platform/event-log'
import { ALWAYS_MINE, type Turn } from '#platform/ownership'
import type { World } from '#platform/ports'
import type { Outside } from './outside.ts'
import type { AnchorStore } from './store.ts'

/** Puts an authority's time under a digest (RFC 3161). Throws while the authority cannot be reached. */
export interface TimestampAuthority {
  /** @param digest SHA-256, base64url; answers the token, DER */
  stamp(digest: string): Promise<Uint8Array>
}

export interface AnchoringDeps {
  readonly log: Pick<EventLog, 'read' | 'readAll'>
  readonly handler: CommandHandler
  readonly store: AnchorStore
  readonly outside: Outside | null
  readonly authority: TimestampAuthority | null
  readonly world: World
  readonly everyMs: number
  /** Left out where no other process anchors. */
  readonly turn?: Turn
  /** Up to where in this log an anchor holds everything: another place than it says where the log was moved since. */
  readonly reachOf?: (anchor: Anchor) => Promise<string>
}

export interface AnchoringStatus {
  readonly name: 'anchoring'
  readonly ok: boolean
  readonly words: string
}

export interface Anchoring {
  status(): AnchoringStatus
  /** Anchors what went on since the last anchor, now. Asked for while it runs, it runs once more. */
  now(): Promise<void>
  stop(): Promise<void>
}

const PAGE = 500
/** A tree is held in memory while it is made: a log that has never been anchored is anchored in several. */
const MOST_LEAVES = 50_000
const ORIGIN = {
  actor: { principal: 'process:anchoring', capacity: 'process', proof: 'installation' },
  correlation: 'anchoring',
  causation: 'anchoring',
} as const

/**
 * Anchors the heads of all streams every so often, while it is this process's turn. One that was thought dead and wakes up does no harm:
 * an anchor is decided on the one before it, and what stands outside is only added to.
 */
export function startAnchoring(deps: AnchoringDeps): Anchoring {
  const { world, everyMs, turn = ALWAYS_MINE } = deps
  let status: AnchoringStatus = { name: 'anchoring', ok: true, words: 'no anchor yet' }
  let stopped = false
  let cancel: () => void = () => undefined
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    try {
      while (!stopped && (await anchorOnce(deps)));
      await timestampAll(deps)
      const { last, untimed } = (await deps.handler.load(ANCHORS_STREAM, anchors)).state
      await writeOutside(deps)
      const waiting = deps.authority === null ? 0 : untimed.length
      const stamps = waiting === 0 ? '' : `; ${waiting} wait for the timestamp authority`
      status = {
        name: 'anchoring',
        ok: waiting < 3,
        words: last ? `anchor ${last.number} of ${last.time}${stamps}` : 'nothing to anchor yet',
      }
    } catch (error) {
      status = {
        name: 'anchoring',
        ok: false,
        words: `could not anchor (${error instanceof Error ? error.name : typeof error}); it tries again`,
      }
      if (!stopped) world.log.warn({ process: 'anchoring', error }, 'the heads could not be anchored')
    }
  }
  const soon = (ms = everyMs) => {
    cancel()
    cancel = world.timers.after(ms, () => (turn.isMine() ? void now() : soon()))
  }
  /** The next owner goes on when the one before would have. */
  async function takeOver(): Promise<void> {
    const { last } = (await deps.handler.load(ANCHORS_STREAM, anchors)).state
    const due = last ? Date.parse(last.time) + everyMs - world.clock.now() : everyMs
    if (!stopped) soon(Math.min(Math.max(due, 0), everyMs))
  }
  function now(): Promise<void> {
    const before = running ?? Promise.resolve()
    const mine: Promise<void> = before.then(round).finally(() => {
      if (running === mine) running = null
      if (!stopped) soon()
    })
    running = mine
    return mine
  }
  soon()
  turn.onTaken(() => void takeOver().catch(() => undefined))
  return {
    status: () => (turn.isMine() ? status : { name: 'anchoring', ok: true, words: 'standby: another process anchors' }),
    now,
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}

/** There is one stream of anchors: what its name begins with is all of it. */
const perform = (handler: CommandHandler, command: AnchorsCommand) =>
  commandsOf(anchors, handler).perform({ key: '', who: { as: 'installation' }, commands: [command], origin: ORIGIN })

/** One anchor over what went on since the last one. False where nothing did. */
async function anchorOnce({ log, handler, store, reachOf }: AnchoringDeps): Promise<boolean> {
  const { last } = (await handler.load(ANCHORS_STREAM, anchors)).state
  // The crash may have come between the anchor and the note that it is one.
  if (last) await store.confirm(last)
  const after = last?.upTo ?? ''
  const { leaves, upTo } = await headsSince(log, last && reachOf ? await reachOf(last) : after)
  if (leaves.length === 0) return false
  const root = merkleRoot(leaves.map(digestOfHead))
  // Where the log was moved, its place may be a page too early: nothing came since.
  if (root === last?.root) return false
  await store.put(root, leaves)
  const outcome = await perform(handler, { do: 'AnchorHeads', after, upTo, root, size: leaves.length })
  if ('refused' in outcome) throw new Error(outcome.refused)
  const recorded = outcome.state.last
  // Another process was first, with heads of its own.
  if (recorded?.root !== root) await store.drop(root)
  else await store.confirm(recorded)
  return true
}

/** The last event of every stream that went on after a place, in the order of the log. */
async function headsSince(log: Pick<EventLog, 'readAll'>, after: string): Promise<{ leaves: readonly AnchorLeaf[]; upTo: string }> {
  const heads = new Map<string, AnchorLeaf>()
  for (let from = after; ; ) {
    const page = await log.readAll(from, PAGE)
    for (const { event } of page.events) if (event.stream !== ANCHORS_STREAM) heads.set(event.stream, leafOf(event))
    from = page.position
    if (page.atEnd || heads.size >= MOST_LEAVES) return { leaves: [...heads.values()], upTo: from }
  }
}

const leafOf = ({ stream, revision, hash }: StoredEvent): AnchorLeaf => ({ stream, revision, hash })

async function timestampAll({ handler, authority, world }: AnchoringDeps): Promise<void> {
  if (authority === null) return
  const { untimed } = (await handler.load(ANCHORS_STREAM, anchors)).state
  for (const { number, root } of untimed) {
    try {
      const token = Buffer.from(await authority.stamp(root)).toString('base64')
      await perform(handler, { do: 'TimestampAnchor', number, token })
    } catch (error) {
      world.log.warn({ process: 'anchoring', error }, 'an anchor has no timestamp yet; it is asked for again')
      return
    }
  }
}

/** Adds the anchors that are not outside yet. Existing lines never change, even if the database says otherwise now. */
async function writeOutside({ log, outside }: AnchoringDeps): Promise<void> {
  if (outside === null) return
  // The last line is not always the latest: two owners may have written side by side.
  const there = Math.max(-1, ...(await outside.lines()).map(({ revision }) => revision))
  const missing = []
  for await (const page of pagesOf(log, ANCHORS_STREAM, BigInt(there + 1))) {
    for (const { type, data, meta, revision, hash } of page) {
      if (type !== ('HeadsAnchored' satisfies AnchorsFact['type'])) continue
      const { number, root, size } = data as { number: number; root: string; size: number }
      missing.push({ number, root, size, time: String(meta.time), revision, hash })
    }
  }
  if (missing.length > 0) await outside.add(missing)
}
