import type { AllStreamSubscription } from '@eventstore/db-client'
import { keepListening, type Listening, type Random, type Timers } from '#platform/ports'
import { type Connection, isAboutOneCall } from './connection.ts'
import { driver } from './driver.ts'
import { placeOf, textOf } from './places.ts'

export interface WakerOptions {
  readonly connection: Connection
  readonly timers: Timers
  readonly random: Random
  /** Where to begin: a known place, since from the end on events that come before the confirmation would be missed. */
  begin(): Promise<string>
  /** Something stands there; undefined: something may have come while nobody listened. */
  ring(position?: string): void
}

/**
 * The server's one subscription of this process. It only says that something came and where: what readers are given they
 * read themselves, from where they stand, so that neither its checkpoints, which run ahead, nor its end can lose anything.
 * It does not come back by itself, so it is opened again and again.
 */
export function wakeOn({ connection, timers, random, begin, ring }: WakerOptions): Listening {
  let seen: string | null = null

  async function listenOnce(closing: Promise<void>): Promise<{ readonly received: boolean; readonly dropped: boolean }> {
    seen ??= await begin()
    const client = connection.client()
    const over = Promise.withResolvers<void>()
    let [received, dropped] = [false, false]
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: placeOf(seen),
      filter: driver().excludeSystemEvents({
        async checkpointReached(_, position) {
          // Nothing is stored by it; it spares the next subscription what this one left out.
          seen = textOf(position)
        },
      }),
      requiresLeader: true,
    })
    subscription.on('confirmation', () => {
      received = true
      ring()
    })
    subscription.on('data', ({ event }) => {
      if (!event?.position) return
      seen = textOf(event.position)
      ring(seen)
    })
    // Neither an end nor a close follows an error.
    subscription.on('error', (error) => {
      // The server drops a slow subscriber after any burst of events; the client's other calls go on.
      dropped = isAboutOneCall(error)
      if (!dropped) connection.leave(client)
      over.resolve()
    })
    subscription.on('end', () => over.resolve())
    await Promise.race([over.promise, closing])
    // Not waited for: while the client looks for a node that answers, there is nothing yet to end.
    void subscription.unsubscribe().catch(() => undefined)
    return { received, dropped }
  }
  async function hearOut(closing: Promise<void>): Promise<boolean> {
    for (;;) {
      const { received, dropped } = await listenOnce(closing)
      // A drop is no reason to pause, unless nothing was received at all.
      if (!(received && dropped)) return received
    }
  }
  return keepListening({ timers, random, hearOut })
}
