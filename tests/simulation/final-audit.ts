import type { RecordedEvent } from '#domain/kernel'
import { pack as aggregate, type PackFact, type PackState, streamOfPack } from '#domain/pack'
import type { Cluster } from './cluster.ts'
import type { Scheduler } from './scheduler.ts'

/** What one server would tell of a pack. */
export interface Held {
  readonly server: string
  readonly pack: string
  /** Null: it did not answer. */
  readonly tells: { readonly state: PackState; readonly revision: number; readonly history: readonly RecordedEvent<PackFact>[] } | null
}

const PATIENCE_MS = 60_000

/** Asks every server for these packs, when all has come to rest: what each holds in memory comes to light. */
export async function inquire(cluster: Cluster, packs: readonly string[], scheduler: Scheduler): Promise<readonly Held[]> {
  const held: { server: string; pack: string; tells: Held['tells'] }[] = []
  for (const { machine, handler } of cluster.servers()) {
    for (const pack of packs) {
      const one = { server: machine.name, pack, tells: null as Held['tells'] }
      held.push(one)
      const stream = streamOfPack(pack)
      void Promise.all([handler.load(stream, aggregate), handler.history(stream, aggregate)]).then(([{ state, revision }, history]) => {
        one.tells = { state, revision, history }
      })
    }
  }
  await scheduler.run(scheduler.now() + PATIENCE_MS)
  return held
}
