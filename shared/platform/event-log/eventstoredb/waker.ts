import { type AllStreamSubscription, excludeSystemEvents } from '@eventstore/db-client'
import type { Random, Timers } from '#platform/ports'
import type { Connection } from './connection.ts'
import { placeOf, textOf } from './places.ts'

export interface Waker {
  close(): Promise<void>
}

export interface WakerOptions {
  readonly connection: Connection
  readonly timers: Timers
  readonly random: Random
  /** Where to begin: a known place, since from the end on events that come before the confirmation would be missed. */
  begin(): Promise<string>
  /** Something stands there; undefined: something may have come while nobody listened. */
  ring(position?: string): void
}

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5_000

/**
 * The server's one subscription of this process. It only says that something came and where: what readers are given they
 * read themselves, from where they stand, so that neither its checkpoints, which run ahead, nor its end can lose anything.
 * It does not come back by itself, so it is opened again and again.
 */
export function wakeOn({ connection, timers, random, begin, ring }: WakerOptions): Waker {
  const closing = Promise.withResolvers<void>()
  let closed = false
  let seen: string | null = null

  async function hearOut(): Promise<boolean> {
    seen ??= await begin()
    const client = connection.client()
    const lost = Promise.withResolvers<void>()
    let heard = false
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: placeOf(seen),
      filter: excludeSystemEvents({
        async checkpointReached(_, position) {
          // Nothing is stored by it; it spares the next subscription what this one left out.
          seen = textOf(position)
        },
      }),
      requiresLeader: true,
    })
    subscription.on('confirmation', () => {
      heard = true
      ring()
    })
    subscription.on('data', ({ event }) => {
      if (!event?.position) return
      seen = textOf(event.position)
      ring(seen)
    })
    // Neither an end nor a close follows an error.
    subscription.on('error', () => {
      connection.leave(client)
      lost.resolve()
    })
    subscription.on('end', () => lost.resolve())
    await Promise.race([lost.promise, closing.promise])
    await subscription.unsubscribe().catch(() => undefined)
    return heard
  }

  async function run(): Promise<void> {
    for (let wait = FIRST_PAUSE; !closed; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      if (await hearOut().catch(() => false)) wait = FIRST_PAUSE
      if (closed) return
      const pause = Promise.withResolvers<void>()
      const cancel = timers.after(wait * (0.5 + random.fraction() / 2), pause.resolve)
      await Promise.race([pause.promise, closing.promise])
      cancel()
    }
  }
  const running = run()
  return {
    close() {
      closed = true
      closing.resolve()
      return running
    },
  }
}
