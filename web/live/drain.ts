import type { PackState } from '#domain/pack'
import { HttpRefused, isGone } from '../http/index.ts'
import { packsLeftBehind, wipePack } from './browser-outbox.ts'
import { httpCalls } from './calls.ts'
import type { openConnection } from './connection.ts'
import { createPackSession } from './pack-session.ts'
import type { Loss } from './saver.ts'

/** How often an open page looks whether a page that is gone has left something. */
const LOOK_MS = 15_000

export interface Draining {
  /** `user:<key>` */
  readonly principal: string
  onLost(loss: Loss): void
  /** The document is gone, and its waiting changes with it. */
  onGone(): void
}

/** Saves the changes of closed pages of this browser, on any open page. Returns a function that stops it. */
export function startDraining(options: Draining): () => void {
  let stopped = false
  let running = false

  async function run() {
    for (const pack of await packsLeftBehind(options.principal)) {
      if (stopped) return
      await drain(pack, options).catch(() => undefined)
    }
  }
  const look = () => {
    if (running) return
    running = true
    void run().finally(() => {
      running = false
    })
  }
  const timer = setInterval(look, LOOK_MS)
  addEventListener('online', look)
  look()
  return () => {
    stopped = true
    clearInterval(timer)
    removeEventListener('online', look)
  }
}

/** Nobody looks at it: what is shown need not be kept up to date, only fetched again at the end. */
const unconnected: typeof openConnection = (ports) => {
  const refetch = async () => {
    const { revision, view, view_digest } = await httpCalls.view(ports.pack)
    ports.fresh({ revision, view, view_digest })
  }
  return { catchUp: refetch, refetch, here() {}, close() {} }
}

async function drain(pack: string, { principal, onLost, onGone }: Draining): Promise<void> {
  const answer = await httpCalls.view(pack).catch(async (thrown: unknown) => {
    if (thrown instanceof HttpRefused && isGone(thrown)) {
      await wipePack(pack, principal)
      onGone()
    }
    throw thrown
  })
  const session = createPackSession({
    documentKey: pack,
    view: answer.view as PackState,
    revision: answer.revision,
    viewDigest: answer.view_digest,
    audience: 'team',
    principal,
    connect: unconnected,
    memory: { load: () => null, save() {} },
    onLost,
  })
  try {
    await session.inherited
    await session.flush()
  } finally {
    session.close()
  }
}
