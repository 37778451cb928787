import { type GroundHeld, type Held, heldInApplications, heldInPack, heldInWorkspace, type Origin, withHeld } from '#domain/access'
import { applications, streamOfApplications } from '#domain/applications'
import type { Aggregate, Fact } from '#domain/kernel'
import { initial, pack, streamOfPack } from '#domain/pack'
import { streamOfWorkspace, workspace } from '#domain/workspace'
import { openEvents } from '#platform/event-codec'
import { pagesOf } from '#platform/event-log'
import type { Services } from '../services.ts'

type Log = Pick<Services, 'eventLog' | 'subjectKeys'>

/** What connected somebody with a document up to a time, from what the log says and nothing else. */
export async function accessOf(log: Log, key: string, principal: string, at: string): Promise<readonly GroundHeld[]> {
  const document = await followed(log, pack, streamOfPack(key), 'document', at, (state) => heldInPack(state, principal))
  const home = document.state.workspace
  if (document.state === initial || home === '') return document.grounds
  const team = await followed(log, workspace, streamOfWorkspace(home), 'workspace', at, (state) => heldInWorkspace(state, principal))
  const programs = await followed(log, applications, streamOfApplications(home), 'applications', at, (state) =>
    heldInApplications(state, principal),
  )
  return [...document.grounds, ...team.grounds, ...programs.grounds]
}

/** A stream, event by event, up to that time. */
async function followed<S, E extends Fact>(
  { eventLog, subjectKeys }: Log,
  { initial, evolve, codec }: Pick<Aggregate<S, E>, 'initial' | 'evolve' | 'codec'>,
  stream: string,
  called: Origin['stream'],
  at: string,
  heldIn: (state: S) => readonly Held[],
): Promise<{ readonly state: S; readonly grounds: readonly GroundHeld[] }> {
  let [state, grounds] = [initial, [] as readonly GroundHeld[]]
  const copied = new Set<object>()
  for await (const page of pagesOf(eventLog, stream))
    for (const { revision, fact, meta } of await openEvents(page, codec, subjectKeys)) {
      const { time, actor } = meta
      if (time > at) return { state, grounds }
      state = evolve(state, fact, { time, revision, principal: actor.principal, copied })
      grounds = withHeld(grounds, heldIn(state), { time, principal: actor.principal, stream: called, revision })
    }
  return { state, grounds }
}
