/** One measured figure. Times alone say little on a machine that others use too: each stands as a ratio to a yardstick of the same run. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  /** In words, for example `<= 25 ms` or `ratio >= 2.5`; null where none was set. */
  readonly goal: string | null
  readonly met: boolean | null
  /** What the value is compared with, measured in the same run. */
  readonly yardstick: Yardstick | null
  /** value ÷ yardstick. */
  readonly ratio: number | null
  /** How many measurements the value was made from. */
  readonly samples: number
}
export type Unit = 'ms' | '/s' | 'bytes' | 'saves'
export interface Yardstick {
  readonly what: string
  readonly value: number
  readonly unit: Unit
}

/** A limit on the value itself, or on its ratio to the yardstick. */
export interface Goal {
  readonly of: 'value' | 'ratio'
  readonly is: 'at most' | 'at least'
  readonly limit: number
}
export const atMost = (limit: number): Goal => ({ of: 'value', is: 'at most', limit })
export const atLeast = (limit: number): Goal => ({ of: 'value', is: 'at least', limit })
export const ratioAtLeast = (limit: number): Goal => ({ of: 'ratio', is: 'at least', limit })
export const ratioAtMost = (limit: number): Goal => ({ of: 'ratio', is: 'at most', limit })

export function figure(of: {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  readonly goal?: Goal
  readonly yardstick?: Yardstick
  /** Where it is known better than as a quotient of medians: pairs measured side by side. */
  readonly ratio?: number
  readonly samples: number
}): Figure {
  const { name, unit, goal, yardstick, samples } = of
  const value = rounded(of.value)
  const ratio = of.ratio ?? (yardstick && yardstick.value > 0 ? of.value / yardstick.value : null)
  const judged = goal?.of === 'ratio' ? ratio : of.value
  return {
    name,
    value,
    unit,
    goal: goal ? goalInWords(goal, unit) : null,
    met: !goal || judged === null ? null : goal.is === 'at most' ? judged <= goal.limit : judged >= goal.limit,
    yardstick: yardstick ? { ...yardstick, value: rounded(yardstick.value) } : null,
    ratio: ratio === null ? null : rounded(ratio),
    samples,
  }
}

function goalInWords({ of, is, limit }: Goal, unit: Unit): string {
  const sign = is === 'at most' ? '<=' : '>='
  return of === 'ratio' ? `ratio ${sign} ${limit}` : `${sign} ${limit} ${unit}`
}

/** The value that `share` of the samples do not exceed, by the nearest rank. @throws RangeError where there are none */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('nothing was measured')
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

export function median(samples: readonly number[]): number {
  if (samples.length === 0) throw new RangeError('nothing was measured')
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Three digits that mean something; whole numbers from a hundred on. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
