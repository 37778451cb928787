import { ANCHORS_STREAM } from '#domain/anchors'
import { type Inclusion, merklePath, type StoredEvent } from '#domain/kernel'
import type { EventLog } from '#platform/event-log'
import type { AnchorStore } from './store.ts'

/** What proves, offline, that a stream's head was what it was when it was anchored (docs/events.md, "Anchors"). */
export interface AnchorProof extends Inclusion {
  readonly format: 'paraph-anchor-1'
  /** The anchor's event as stored: its root, its time, its place in the chain of anchors. */
  readonly anchor: StoredEvent
  /** An authority's time under the root: RFC 3161 token, DER in base64. */
  readonly timestamp: string | null
}

/** The proof by the latest anchor that holds this stream; null while none does. */
export async function anchorProof(log: Pick<EventLog, 'read'>, store: AnchorStore, stream: string): Promise<AnchorProof | null> {
  const found = await store.latestOf(stream)
  if (found?.leaf.hash == null || found.leaf.revision === null) return null
  const { tree, at, leaf } = found
  const [anchor] = await log.read(ANCHORS_STREAM, BigInt(tree.revision), 1)
  if (!anchor) return null
  const digests = (await store.leavesOf(tree.root)).map(({ digest }) => digest)
  return {
    format: 'paraph-anchor-1',
    leaf: { stream, revision: leaf.revision!, hash: leaf.hash! },
    index: at,
    size: digests.length,
    path: merklePath(digests, at),
    root: tree.root,
    anchor,
    timestamp: await timestampOf(log, tree.number, tree.revision),
  }
}

/** An authority that was down answers later, but never later than this: older anchors are not sent again. */
const AFTER = 500

async function timestampOf(log: Pick<EventLog, 'read'>, number: number, revision: number): Promise<string | null> {
  const behind = await log.read(ANCHORS_STREAM, BigInt(revision) + 1n, AFTER)
  const stamp = behind.find(({ type, data }) => type === 'AnchorTimestamped' && data.number === number)
  return stamp ? String(stamp.data.token) : null
}
