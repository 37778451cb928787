import { ANCHORS_STREAM } from '#domain/anchors'
import { digestOfHead, merkleRoot } from '#domain/kernel'
import type { EventLog } from '#platform/event-log'
import type { KeptLeaf, KeptTree, Outside, OutsideLine } from '#processes/anchoring'
import { type EventsDeps, type Walked, walkEvents } from './events.ts'
import type { Finding } from './findings.ts'
import type { StampCheck } from './stamps.ts'

export interface AnchorsDeps extends EventsDeps {
  readonly log: Pick<EventLog, 'read' | 'readAll'>
  readonly outside: Outside | null
  readonly wrongStamp: StampCheck
}

const about = (number: number, words: string): Finding => ({
  kind: 'anchors',
  where: ANCHORS_STREAM,
  revision: number,
  words: `anchor ${number}: ${words}`,
})

/** The anchors themselves: leaves against roots, roots against the chain of anchors and the authority's time, that chain against the file outside. */
export async function* walkAnchors(deps: AnchorsDeps, walked: Walked, count: () => void): AsyncGenerator<readonly Finding[]> {
  // All of them: a line added under an existing number must not hide the first.
  const outside = Map.groupBy((await deps.outside?.lines()) ?? [], ({ number }) => number)
  const known = new Set<number>()
  let last = 0
  for (let page = await deps.anchors.trees(last, 20); page.length > 0; page = await deps.anchors.trees(last, 20)) {
    for (const tree of page) {
      yield* checkTree(deps, tree, outside.get(tree.number) ?? [], walked)
      known.add(tree.number)
      count()
    }
    last = page.at(-1)!.number
  }
  yield [...outside.keys()]
    .filter((number) => !known.has(number))
    .map((number) => about(number, 'is in the file outside the database and no longer in the database'))
  for (const [number, root] of walked.roots) {
    // A crash may have come between the anchor and the note that its heads are an anchor's.
    if (!known.has(number) && (await deps.anchors.leavesOf(root)).length === 0) yield [about(number, 'its heads are gone')]
  }
}

async function* checkTree(
  deps: AnchorsDeps,
  { number, root, revision }: KeptTree,
  lines: readonly OutsideLine[],
  walked: Walked,
): AsyncGenerator<readonly Finding[]> {
  const { log, anchors } = deps
  const findings: Finding[] = []
  const [event] = await log.read(ANCHORS_STREAM, BigInt(revision), 1)
  if (event?.data.root !== root || event.data.number !== number)
    findings.push(about(number, 'its root is not the one in the chain of anchors'))
  // A rewritten chain has other hashes from there on, so that one line outside holds all anchors before it.
  if (lines.some((line) => line.root !== root || line.hash !== event?.hash))
    findings.push(about(number, 'differs from the file outside the database'))
  const stamp = walked.stamps.has(number) ? (await log.read(ANCHORS_STREAM, BigInt(walked.stamps.get(number)!), 1))[0] : undefined
  if (event && stamp) {
    const times = { anchored: String(event.meta.time), recorded: String(stamp.meta.time) }
    const wrong = await deps.wrongStamp({ token: String(stamp.data.token), root: String(event.data.root), ...times })
    if (wrong !== null) findings.push(about(number, wrong))
  }
  const leaves = await anchors.leavesOf(root)
  const digests = leaves.map(({ digest }) => digest)
  if (digests.length === 0 || digests.length !== event?.data.size || !leaves.every(isItself) || merkleRoot(digests) !== root)
    findings.push(about(number, 'its heads do not lead to its root'))
  yield findings
  if (!leaves.some((leaf) => isLost(leaf, walked))) return
  // The anchor, or a deletion, may be younger than the walk: it goes on to the end before anything is called lost.
  yield* walkEvents(deps, walked)
  const lost = leaves.filter((leaf) => isLost(leaf, walked))
  const now = new Map(lost.length === 0 ? [] : (await anchors.leavesOf(root)).map((leaf) => [leaf.stream, leaf]))
  yield lost.flatMap(({ stream, revision: place }): Finding[] => {
    // Being deleted for good at this moment: the next round asks whether somebody said so.
    if (place !== null && now.get(stream)?.hash === null) return []
    return [{ kind: 'lost', where: stream, revision: null, words: `${stream} was anchored and is gone, and nobody deleted it` }]
  })
}

const isItself = ({ stream, revision, hash, digest }: KeptLeaf): boolean =>
  revision === null || hash === null || digestOfHead({ stream, revision, hash }) === digest

function isLost({ stream, revision }: KeptLeaf, { heads, deleted }: Walked): boolean {
  if (deleted.has(stream)) return false
  return revision === null || (heads.get(stream)?.revision ?? -1) < revision
}
