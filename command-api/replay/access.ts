import {
  duringStay,
  type GroundHeld,
  type Held,
  heldInApplications,
  heldInPack,
  heldInWorkspace,
  type Origin,
  type Stay,
  withHeld,
} from '#domain/access'
import { applications, streamOfApplications } from '#domain/applications'
import type { Aggregate, Fact } from '#domain/kernel'
import { type PackFact, pack, streamOfPack } from '#domain/pack'
import { streamOfWorkspace, workspace } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import type { Services } from '../services.ts'

type Log = Pick<Services, 'eventLog' | 'subjectKeys'>

/** What connected somebody with a document up to a time, from what the log says and nothing else. */
export async function accessOf(log: Log, key: string, principal: string, at: string): Promise<readonly GroundHeld[]> {
  const document = await followed(log, pack, streamOfPack(key), 'document', at, (state) => heldInPack(state, principal))
  const all = [document.grounds]
  for (const stay of staysOf(document.changes)) {
    const { workspace: home } = stay
    const team = await followed(log, workspace, streamOfWorkspace(home), 'workspace', at, (state) => heldInWorkspace(state, principal))
    const programs = await followed(log, applications, streamOfApplications(home), 'applications', at, (state) =>
      heldInApplications(state, principal),
    )
    all.push(duringStay([...team.grounds, ...programs.grounds], stay))
  }
  return all.flat()
}

/** The workspaces that it belonged to, one after the other. */
function staysOf(changes: readonly Change<PackFact>[]): readonly Stay[] {
  return changes.reduce<readonly Stay[]>((stays, { fact, origin }) => {
    if (fact.type === 'PackCreated') return [{ workspace: fact.data.workspace, since: null, until: null }]
    if (fact.type !== 'PackMoved') return stays
    return [
      ...stays.map((stay) => (stay.until === null ? { ...stay, until: origin } : stay)),
      { workspace: fact.data.to, since: origin, until: null },
    ]
  }, [])
}

interface Change<E extends Fact> {
  readonly fact: E
  readonly origin: Origin
}

/** A stream, event by event, up to that time. */
async function followed<S, E extends Fact>(
  { eventLog, subjectKeys }: Log,
  { initial, evolve, codec }: Pick<Aggregate<S, E>, 'initial' | 'evolve' | 'codec'>,
  stream: string,
  called: Origin['stream'],
  at: string,
  heldIn: (state: S) => readonly Held[],
): Promise<{ readonly grounds: readonly GroundHeld[]; readonly changes: readonly Change<E>[] }> {
  let [state, grounds] = [initial, [] as readonly GroundHeld[]]
  const changes: Change<E>[] = []
  const copied = new Set<object>()
  for await (const page of pagesOf(eventLog, stream))
    for (const { revision, fact, meta } of await openEvents(page, codec, subjectKeys)) {
      const { time, actor } = meta
      if (time > at) return { grounds, changes }
      state = evolve(state, fact, { time, revision, principal: actor.principal, copied })
      const origin = { time, principal: actor.principal, stream: called, revision }
      changes.push({ fact, origin })
      grounds = withHeld(grounds, heldIn(state), origin)
    }
  return { grounds, changes }
}
