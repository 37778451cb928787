import { isWithheld } from '#domain/kernel'
import { pack as aggregate, streamOfPack } from '#domain/pack'
import { user as userAggregate, userOfStream } from '#domain/user'
import type { CommandHandler } from '#platform/command-handler'
import type { UnattachedUpload, UnusedUploads } from '#platform/files'
import { type DeclaredSweep, type SweepEveryDeps, sweepEvery } from '#processes/engine'

export interface UnusedUploadsDeps {
  readonly unused: UnusedUploads
  readonly handler: Pick<CommandHandler, 'history' | 'load'>
}

const DAY = 86_400_000
/** Longer than any request is decided after it came: nothing begins to use an upload that was refused so long ago. */
const EXPIRED_MS = 600_000
/** Longer than any upload takes that is still of use to somebody. */
const CLAIMED_MS = 3_600_000
const AT_ONCE = 500

/**
 * Removes uploads that nothing used within a day: announced and never sent, or sent and put into nothing. The log says which are in
 * use. An upload that history names stays with it, also where another has taken its place since: the document's past shows it.
 *
 * Each step is done again where a look was cut off, and changes nothing where it was done before.
 */
export async function lookThroughUploads({ unused, handler }: UnusedUploadsDeps, isStopped: () => boolean = () => false): Promise<void> {
  await unused.releaseRoom(CLAIMED_MS)
  let due = await unused.next('', { unusedMs: DAY, expiredMs: EXPIRED_MS })
  while (due !== null && !isStopped()) {
    const { pack } = due[0]!
    await look(pack, due)
    due = await unused.next(pack, { unusedMs: DAY, expiredMs: EXPIRED_MS })
  }
  let last = ''
  for (let packs = await unused.withoutWorkspace(last, AT_ONCE); packs.length > 0 && !isStopped(); ) {
    for (const pack of packs) await assign(pack)
    last = packs.at(-1)!
    packs = await unused.withoutWorkspace(last, AT_ONCE)
  }

  async function look(pack: string, uploads: readonly UnattachedUpload[]): Promise<void> {
    const isUsed = await usesOf(pack)
    const keysWhere = (holds: (upload: UnattachedUpload) => boolean) => uploads.filter(holds).map(({ key }) => key)
    const used = keysWhere(({ key }) => isUsed(key))
    if (used.length > 0) await unused.attach(used)
    const expiring = keysWhere(({ key, expired }) => !isUsed(key) && !expired)
    if (expiring.length > 0) await unused.expire(expiring)
    for (const key of keysWhere((upload) => upload.expired && !isUsed(upload.key))) await unused.remove(key)
  }

  /** What the events of a document, or of an account holder, name. Where some of them cannot be read any more, everything may be named. */
  async function usesOf(pack: string): Promise<(key: string) => boolean> {
    const history =
      userOfStream(pack) !== null ? await handler.history(pack, userAggregate) : await handler.history(streamOfPack(pack), aggregate)
    let isAllKnown = true
    const text = JSON.stringify(
      history.map(({ fact }) => fact),
      (_, value) => {
        if (isWithheld(value)) isAllKnown = false
        return value
      },
    )
    return (key) => !isAllKnown || text.includes(key)
  }

  async function assign(pack: string): Promise<void> {
    const { state } = await handler.load(streamOfPack(pack), aggregate)
    if (state.exists) await unused.assign(pack, state.workspace)
  }
}

interface Needs extends Pick<UnusedUploadsDeps, 'handler'>, Pick<SweepEveryDeps, 'world'> {
  readonly files: { readonly unused: UnusedUploads }
}
const NAME = 'unused-uploads'
const EVERY_MS = 3_600_000

export const unusedUploadsSweep: DeclaredSweep<Needs> = {
  name: NAME,
  start: ({ files: { unused }, handler, world }, turn) =>
    sweepEvery({ name: NAME, world, everyMs: EVERY_MS, turn, round: (isStopped) => lookThroughUploads({ unused, handler }, isStopped) }),
}
