import type { PackState, Who } from '#domain/pack'
import type { SessionCalls } from '../../../web/live/calls.ts'
import type { openConnection } from '../../../web/live/connection.ts'
import type { HistoryMemory } from '../../../web/live/kept-history.ts'
import type { Outbox } from '../../../web/live/outbox.ts'
import { createPackSession } from '../../../web/live/pack-session.ts'
import type { SaveCall } from '../../../web/live/pending.ts'
import type { Loss, SaveAnswer } from '../../../web/live/saver.ts'
import { noOutbox } from './outbox.ts'

interface Played {
  readonly undoDepth?: number
  readonly outbox?: Outbox
  readonly memory?: HistoryMemory
  readonly who?: Who
}

/** A session on a server that a test plays. */
export function playedSession(view: PackState, options: Played = {}) {
  const sent: SaveCall[] = []
  const answers: ((answer: SaveAnswer) => void)[] = []
  const lost: Loss[] = []
  let fresh: { revision: number; view: PackState } = { revision: 10, view }
  const fetched: number[] = []
  const kept = { count: 0 }
  const calls: SessionCalls = {
    save(_, call) {
      sent.push(call)
      return new Promise((resolve) => answers.push(resolve))
    },
    async view() {
      fetched.push(fresh.revision)
      return { success: true, document_key: 'p', revision: fresh.revision, view: fresh.view, view_digest: null, people: {} }
    },
    documentUpdates: async () => '',
    changes: async () => '',
  }
  let ports: Parameters<typeof openConnection>[0] | undefined
  const connect: typeof openConnection = (given) => {
    ports = given
    const refetch = async () => {
      const { revision, view: now } = await calls.view('p')
      given.fresh({ revision, view: now, view_digest: null })
    }
    return { catchUp: refetch, refetch, here() {}, close() {} }
  }
  const session = createPackSession({
    documentKey: 'p',
    view,
    revision: 10,
    viewDigest: null,
    audience: 'team',
    principal: 'user:test',
    calls,
    connect,
    outbox: options.outbox ?? noOutbox(),
    memory: options.memory ?? { load: () => null, save() {} },
    onLost: (loss) => lost.push(loss),
    onKept: () => {
      kept.count += 1
    },
    ...(options.who === undefined ? {} : { who: options.who }),
    ...(options.undoDepth === undefined ? {} : { undoDepth: options.undoDepth }),
  })
  return {
    session,
    sent,
    lost,
    kept,
    fetched,
    live: ports!,
    /** Answers the oldest call that waits. */
    async answer(answer: SaveAnswer) {
      answers.shift()?.(answer)
      // The answer travels through a few promises before it counts.
      for (let turn = 0; turn < 30; turn++) await Promise.resolve()
    },
    serve(next: { revision: number; view: PackState }) {
      fresh = next
    },
  }
}
