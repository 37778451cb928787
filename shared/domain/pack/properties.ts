/** What stands in a record under a name of the wire: how it is bounded is the contract's matter. Several words: one of these. */
export type FormOf = 'text' | 'token' | 'number' | 'flag' | readonly string[]
type Said<F extends FormOf> = F extends 'number'
  ? number | null
  : F extends 'flag'
    ? boolean
    : F extends readonly (infer Word)[]
      ? Word | null
      : string | null
export type AskedOf<W extends Readonly<Record<string, FormOf>>> = { readonly [N in keyof W]?: Said<W[N]> | undefined }

/** A record that says something no command can. */
export interface Unclear {
  readonly unclear: string
}
export const isUnclear = (value: unknown): value is Unclear => typeof value === 'object' && value !== null && 'unclear' in value

/** Compares JSON by its members: values may hold what cannot be stored and is refused later. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
  )
}
