/** So many may be inside at once, and so many of them of one. One that finds no place is refused at once: nobody waits at a gate. */
export interface Gate {
  /** @returns the function to call when they leave; null where there is no place */
  enter(who: string, weight?: number): (() => void) | null
}

export interface GateLimits {
  readonly atOnce: number
  /** Of one address, or of one session. */
  readonly ofOne: number
}

export function gate({ atOnce, ofOne }: GateLimits): Gate {
  const inside = new Map<string, number>()
  let all = 0
  return {
    enter(who, weight = 1) {
      const own = inside.get(who) ?? 0
      if (all + weight > atOnce || own + weight > ofOne) return null
      all += weight
      inside.set(who, own + weight)
      let left = false
      return () => {
        if (left) return
        left = true
        all -= weight
        const still = inside.get(who)! - weight
        if (still > 0) inside.set(who, still)
        else inside.delete(who)
      }
    },
  }
}

/** Does it where there is a place, and answers null where there is none. */
export async function throughGate<T>(gate: Gate, who: string, work: () => Promise<T>): Promise<T | null> {
  const leave = gate.enter(who)
  if (leave === null) return null
  try {
    return await work()
  } finally {
    leave()
  }
}
