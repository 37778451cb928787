/**
 * A confidential leaf whose value is not disclosed here: the salted digest that stands in the stored event,
 * or '' where an audience is not even given the digest. `evolve` accepts it wherever a `Private` value may stand,
 * so that a redacted view, or a log whose keys were destroyed, folds like any other.
 */
export interface Withheld {
  readonly $: string
}
/** A personal or confidential value: readable, or withheld. */
export type Private<T> = T | Withheld

export const WITHHELD: Withheld = { $: '' }

export function isWithheld(value: unknown): value is Withheld {
  return typeof value === 'object' && value !== null && '$' in value && typeof value.$ === 'string' && Object.keys(value).length === 1
}

export function disclosed<T, F>(value: Private<T>, fallback: F): T | F {
  return isWithheld(value) ? fallback : (value as T)
}
