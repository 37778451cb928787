import { verifyInclusion } from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { type ChainHead, verifyChain } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import type { Services } from '../services.ts'

/** Whether a pack's chain is whole now, and what the latest anchor says of it. */
export async function historyOf({ eventLog, evidence }: Pick<Services, 'eventLog' | 'evidence'>, pack: string) {
  const stream = streamOfPack(pack)
  const proof = await evidence.proofOf(stream)
  let head: ChainHead = { revision: -1, hash: '' }
  let broken: number | null = null
  let anchored: string | null = null
  for await (const page of pagesOf(eventLog, stream)) {
    broken ??= verifyChain(page, head)[0]?.revision ?? null
    for (const { revision, hash } of page) if (revision === proof?.leaf.revision) anchored = hash
    head = page.at(-1)!
  }
  const holds = proof !== null && anchored === proof.leaf.hash && verifyInclusion(proof)
  return {
    intact: broken === null && (proof === null || holds),
    broken_at: broken ?? (proof === null || holds ? null : proof.leaf.revision),
    anchor: proof && {
      number: Number((proof.anchor.data as { number: number }).number),
      date: String((proof.anchor.meta as { time: string }).time),
      revision: proof.leaf.revision,
      timestamped: proof.timestamp !== null,
      holds,
    },
  }
}
