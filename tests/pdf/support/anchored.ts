import { digestOfHead, hashOfEvent, merklePath, merkleRoot, type StoredEvent } from '#domain/kernel'
import { ANCHOR_FORMAT, type AnchorFile, type AnchorLine } from '#pdf/verification'

/** A proof that the last of these events was anchored among three other heads. `sealed`: how many of them the file carries. */
export function anchored(events: readonly StoredEvent[], sealed = events.length): { file: AnchorFile; line: AnchorLine } {
  const last = events.at(-1)!
  const leaf = { stream: last.stream, revision: last.revision, hash: last.hash }
  const others = ['a', 'b', 'c'].map((stream) => ({ stream, revision: 1, hash: 'x'.repeat(43) }))
  const digests = [...others.slice(0, 2), leaf, others[2]!].map(digestOfHead)
  const root = merkleRoot(digests)
  const plain = {
    id: '0195c6f2-0000-7000-8000-000000000000',
    stream: 'anchors',
    revision: 0,
    type: 'HeadsAnchored',
    version: 1,
    data: { number: 1, root, size: digests.length, upTo: 100 },
    meta: {
      time: '2026-03-02T11:00:00.000Z',
      actor: { principal: 'process:anchoring', capacity: 'process' },
      correlation: '',
      causation: '',
    },
    prev: '',
  }
  const anchor = { ...plain, hash: hashOfEvent(plain) }
  const tail = events.slice(sealed).map(({ sealed: _, ...event }) => event)
  const file: AnchorFile = {
    format: ANCHOR_FORMAT,
    leaf,
    index: 2,
    size: 4,
    path: merklePath(digests, 2),
    root,
    anchor,
    timestamp: null,
    tail,
  }
  return { file, line: { number: 1, root, hash: anchor.hash } }
}
