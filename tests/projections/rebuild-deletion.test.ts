import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubjectKey } from '#platform/subject-keys'
import { auditTrailProjection } from '#projections/audit-trail'
import { listProjection } from '#projections/list'
import { type Projection, rebuild } from '#projections/runner'
import { idOf, packInSetup } from '#tests/pack'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Keys as a process knows them that hears of nothing. */
function keysOnceKnown() {
  const known = new Map<string, SubjectKey | null>()
  return {
    ...stage.keys,
    async existingAll(wanted: readonly { stream: string; subject: string }[]) {
      const now = await stage.keys.existingAll(wanted)
      for (const { stream, subject } of wanted) {
        const at = `${stream} ${subject}`
        if (!known.get(at)) known.set(at, now(stream, subject))
      }
      return (stream: string, subject: string) => known.get(`${stream} ${subject}`) ?? null
    },
  }
}

/** The same projection, which waits once it has written rows for the first time. */
function waiting(projection: Projection) {
  const written = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const open = () => {
    // In one step, so that it can wait between two pages.
    const { stage: _, ...projector } = projection.open()
    return {
      ...projector,
      async project(...[events, tables]: Parameters<typeof projector.project>) {
        await projector.project(events, tables)
        written.resolve()
        await go.promise
      },
    }
  }
  return { projection: { ...projection, open }, written: written.promise, go: () => go.resolve() }
}

test.each([
  ['list', listProjection, ['pack']],
  ['audit_trail', auditTrailProjection, ['record']],
] as const)('a document deleted for good while %s is made anew does not come back with the new tables', async (name, make, tables) => {
  const facts = packInSetup('first').events.map(({ fact }) => fact)
  const [gone, stays] = [idOf(`gone ${name}`), idOf(`stays ${name}`)]
  for (const key of [gone, stays]) await stage.happen(key, facts)
  const projections = stage.start([make(stage)])
  expect(await projections.waitFor(name, null, 20_000)).toBe(true)
  const held = async () => JSON.stringify(await stage.dump(name, tables))
  expect(await held()).toContain(gone)

  const slow = waiting(make({ log: stage.log, keys: keysOnceKnown() }))
  const rebuilt = rebuild({ pool: stage.database.pool, log: stage.log }, slow.projection, undefined, () => make(stage))
  await slow.written
  // As the process does it.
  await stage.keys.destroyAll(`pack-${gone}`)
  await projections.forget(`pack-${gone}`)
  expect(await held()).not.toContain(gone)
  await stage.log.remove(`pack-${gone}`)
  slow.go()
  const { differences } = await rebuilt
  expect(differences).toEqual([])
  expect(await held()).not.toContain(gone)
  expect(await held()).toContain(stays)
})
