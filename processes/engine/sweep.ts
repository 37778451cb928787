import type { Fact } from '#domain/kernel'
import type { CommandHandler } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import { pausesOf, type World } from '#platform/ports'
import type { Process } from './process.ts'

/**
 * Asks again for everything that a stream's history intends. Finished work is not repeated: jobs know their keys, and each looks at
 * the state before it acts. Work that was given up silently, or lost with the queue, begins again.
 */
export async function sweepStream<S, F extends Fact>(
  key: string,
  handler: Pick<CommandHandler, 'load' | 'history'>,
  processes: readonly [Process<S, F>, ...Process<S, F>[]],
  jobs: Pick<Jobs, 'send' | 'find' | 'retry'>,
) {
  const { aggregate } = processes[0]
  const stream = aggregate.streamNameOf(key)
  const [history, { state }] = [await handler.history(stream, aggregate), await handler.load(stream, aggregate)]
  for (const process of processes) {
    for (const event of history) {
      if (!process.follows.includes(event.fact.type)) continue
      for (const { queue, data, ...when } of process.react(event, key, state)) {
        const sent = await jobs.send(queue, data, when)
        if (!sent && (await jobs.find(when.key))?.state === 'failed') await jobs.retry(when.key)
      }
    }
  }
}

export interface SweepDeps {
  underWay(): Promise<readonly string[]>
  sweep(pack: string): Promise<void>
  readonly world: Pick<World, 'timers' | 'log'>
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 300_000
/** More than an hour: what can't be looked through by then never will be in this life of the process. */
const MOST_ROUNDS = 20

export interface Sweeping {
  /** The first look is over. */
  readonly done: Promise<void>
  /** Once more, when the look under way is over. */
  again(): void
  stop(): Promise<void>
}

/** Looks through all packs with something under way, again for those that could not be looked through because something was away. */
export function sweepAll({ underWay, sweep, world }: SweepDeps): Sweeping {
  const pauses = pausesOf(world.timers)
  let stopped = false
  /** What is still to be done; null where it is not known yet. */
  async function round(left: readonly string[] | null): Promise<readonly string[] | null> {
    const failed: string[] = []
    let found = left
    let trouble: unknown = null
    const note = (error: unknown) => {
      trouble ??= error
      return null
    }
    found ??= await underWay().catch(note)
    for (const pack of found ?? []) {
      if (stopped) return []
      await sweep(pack).catch((error: unknown) => {
        note(error)
        failed.push(pack)
      })
    }
    if (trouble !== null && !stopped) world.log.warn({ error: trouble }, 'not everything that was left open could be looked through yet')
    return found && failed
  }
  async function run(): Promise<void> {
    let left = await round(null)
    let pause = FIRST_PAUSE
    for (let rounds = 1; left?.length !== 0 && rounds < MOST_ROUNDS && !stopped; rounds++) {
      await pauses.pause(pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE)
      if (!stopped) left = await round(left)
    }
  }
  const done = run()
  let last = done
  let isAskedAgain = false
  return {
    done,
    again() {
      if (isAskedAgain) return
      isAskedAgain = true
      last = last.then(() => {
        isAskedAgain = false
        return stopped ? undefined : run()
      })
    },
    stop() {
      stopped = true
      pauses.end()
      return last
    },
  }
}
