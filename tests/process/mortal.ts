/** The life of one server process: it ends, without a word, at a given step. Nothing it awaits then ever comes back. */
export interface Life {
  readonly dead: boolean
  readonly steps: number
  /** What it was about to do, or had just done, when it ended. */
  readonly lastStep: string
  step(name: string): Promise<void>
}

export function life(endsAt = Number.POSITIVE_INFINITY): Life {
  let steps = 0
  let lastStep = ''
  return {
    get dead() {
      return steps >= endsAt
    },
    get steps() {
      return steps
    },
    get lastStep() {
      return lastStep
    },
    step(name) {
      if (steps >= endsAt) return new Promise(() => undefined)
      steps += 1
      lastStep = name
      return steps >= endsAt ? new Promise(() => undefined) : Promise.resolve()
    },
  }
}

/** The same port, whose calls may be the last thing the process does: before they begin, or before their answer arrives. */
export function mortal<P extends object>(port: P, own: Life, name: string, methods: readonly (keyof P & string)[]): P {
  return new Proxy(port, {
    get(target, property: string & keyof P) {
      const member = target[property]
      if (typeof member !== 'function') return member
      if (!methods.includes(property)) return member.bind(target)
      return async (...given: unknown[]) => {
        await own.step(`before ${name}.${property}`)
        const answer: unknown = await member.apply(target, given)
        await own.step(`after ${name}.${property}`)
        return answer
      }
    },
  })
}
