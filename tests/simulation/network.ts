import type { Host } from './host.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** What befalls one call over a line. */
export type Mishap = 'none' | 'lost' | 'unheard' | 'twice'

export interface NetworkOptions {
  readonly machine: Host
  readonly scheduler: Scheduler
  readonly chance: Random
  /** How often a call goes wrong, from 0 to 1; looked up at each call, since lines get better and worse. */
  badness(): number
  /** Whether the other side is away altogether: nothing arrives. */
  away(): boolean
  /** The caller's error when no answer comes. */
  broken(method: string, given: readonly unknown[]): unknown
}

/** A call that goes out before its caller dies may still arrive. */
const LATE = 0.5
const NO_ANSWER_MS = 5_000

/**
 * A port behind a line: calls and answers take time, get lost, arrive twice, or arrive when the caller is dead. The caller
 * of a lost call learns after a while that it is not known what became of it.
 */
export function line<P extends object>(port: P, methods: readonly (keyof P & string)[], options: NetworkOptions): P {
  const { machine, scheduler, chance } = options
  const delay = () => (chance.happens(0.05) ? 50 + chance.below(2_000) : 1 + chance.below(6))

  function call(method: string, member: (...given: unknown[]) => unknown, given: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!machine.alive) return
      const fate = options.away() ? 'lost' : mishap(chance, options.badness())
      const unanswered = () => machine.after(NO_ANSWER_MS, () => reject(options.broken(method, given)))
      if (fate === 'lost') return void unanswered()
      const late = chance.happens(LATE)
      scheduler.after(delay(), async () => {
        if (!machine.alive && !late) return
        try {
          let answer = await member(...given)
          if (fate === 'twice') answer = await member(...given)
          if (fate === 'unheard') unanswered()
          else machine.after(delay(), () => resolve(answer))
        } catch (error) {
          machine.after(delay(), () => reject(error))
        }
      })
    })
  }

  const far = methods.map((method) => {
    const member = port[method] as (...given: unknown[]) => unknown
    return [method, (...given: unknown[]) => call(method, member, given)] as const
  })
  return { ...port, ...Object.fromEntries(far) }
}

function mishap(chance: Random, badness: number): Mishap {
  if (!chance.happens(badness)) return 'none'
  return chance.pick(['lost', 'unheard', 'twice'] as const)
}
