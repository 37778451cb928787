import { base64url } from '#domain/kernel'
import { LIFECYCLE_SOURCES, type LifecycleEntry, lifecycleOfPack, lifecycleOfWorkspace } from '#domain/lifecycle-events'
import { pack as aggregate, packOfStream } from '#domain/pack'
import { workspace, workspaceOfStream } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import type { Random } from '#platform/ports'
import { type FoldDeps, foldPacks, isGone } from '#projections/packs'
import type { Projection } from '#projections/runner'
import { textOf } from './chain.ts'
import { sealerOf } from './sealed-data.ts'
import { append, noteIn, notYetIn, rewrite } from './write.ts'

const WARM_EVENTS = 20_000
/** 128 bits: names and addresses cannot be guessed from a digest. */
const SALT_BYTES = 16

/** The lifecycle events of each workspace, numbered without gaps and chained. The rows outlive a rebuild: see `feedMigrations`. */
export function feedProjection({ random, ...deps }: FoldDeps & { readonly random: Pick<Random, 'bytes'> }): Projection {
  const saltOf = () => base64url(random.bytes(SALT_BYTES))
  return {
    name: 'feed',
    version: 1,
    schema: '',
    filter: {
      streamPrefixes: [aggregate, workspace].flatMap(({ streams }) => streams),
      types: [...LIFECYCLE_SOURCES.pack, ...LIFECYCLE_SOURCES.workspace],
    },
    open() {
      const packs = foldPacks({ capacity: WARM_EVENTS, ...deps, opened: 'facts' })
      return {
        async project(events, tables, erased) {
          const fresh = await notYetIn(tables, events)
          if (fresh.length === 0) return
          const ofPacks = fresh.filter(({ event }) => packOfStream(event.stream) !== null)
          const steps = new Map((await packs.steps(ofPacks, erased)).map((step) => [step.event.id, step]))
          const entries: LifecycleEntry[] = []
          for (const { event } of fresh) {
            const [pack, of] = [packOfStream(event.stream), workspaceOfStream(event.stream)]
            const step = steps.get(event.id)
            if (pack !== null && step) entries.push(...lifecycleOfPack(pack, step))
            if (of === null) continue
            const [opened] = await openEvents([event], workspace.codec, deps.keys)
            entries.push(...lifecycleOfWorkspace(of, opened!))
          }
          const seal = await sealerOf(deps.keys, random, [...new Set(entries.map(({ document }) => document))])
          await append(tables, entries, { saltOf, seal })
          for (const { type, document } of entries) if (type === 'document.deleted') await rewrite(tables, document, new Map(), seal)
          await noteIn(tables, fresh)
        },
        letGo: packs.forget,
        async forget(stream, tables) {
          packs.forget(stream)
          const pack = packOfStream(stream)
          if (pack === null) return
          const readable = new Map<string, string>()
          const seal = await sealerOf(deps.keys, random, [pack])
          for await (const steps of packs.stepsOf(stream)) {
            if (isGone(steps)) return rewrite(tables, pack, new Map(), seal)
            for (const { id, data } of steps.flatMap((step) => lifecycleOfPack(pack, step))) readable.set(id, textOf(data))
          }
          await rewrite(tables, pack, readable, seal)
        },
      }
    },
  }
}
