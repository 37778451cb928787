import type { Schema } from './hostile.ts'

/** Of fixed length by their pattern. */
const FIXED = new Set(['uuid', 'date'])

/**
 * Where a schema lets in, or gives out, without an end: each place, and what is there. `asked`: it is sent by strangers, so that no loop and
 * no allocation may depend on a number as large as JavaScript knows, and nothing goes by what is stored.
 */
export function unbounded(schema: Schema | boolean | undefined, by: 'asked' | 'answered', at = ''): string[] {
  if (typeof schema !== 'object') return [`${at || '(whole)'}: anything`]
  const says = (what: string) => [`${at || '(whole)'}: ${what}`]
  if (schema.$ref !== undefined) return says('nests without end')
  if (schema.const !== undefined || schema.enum) return []
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (either) return [...new Set(either.flatMap((one) => unbounded(one, by, at)))]
  const isStored = by === 'answered' && typeof schema['x-bounded-by'] === 'string'
  if (Array.isArray(schema.type)) return [...new Set(schema.type.flatMap((type) => unbounded({ ...schema, type }, by, at)))]
  switch (schema.type) {
    case 'boolean':
    case 'null':
      return []
    case 'string':
      return schema.maxLength !== undefined || FIXED.has(schema.format ?? '') ? [] : says('a text of any length')
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema
      const isSafe = (bound: number | undefined) =>
        bound !== undefined && (Math.abs(bound) < Number.MAX_SAFE_INTEGER || (by === 'answered' && schema.type === 'integer'))
      return isSafe(minimum) && isSafe(maximum) ? [] : says('a number of any size')
    }
    case 'array':
      return [...(schema.maxItems === undefined ? says('a list of any length') : []), ...unbounded(schema.items, by, `${at}[]`)]
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).flatMap(([name, of]) => unbounded(of, by, at ? `${at}.${name}` : name))
      const { additionalProperties: more = false } = schema
      if (more === false || (typeof more === 'object' && by === 'answered' && typeof more['x-bounded-by'] === 'string')) return members
      const keys = [...unbounded(schema.propertyNames, by, `${at}{key}`), ...unbounded(more, by, `${at}{}`)]
      return [...members, ...keys, ...(schema.maxProperties === undefined ? says('any number of members') : [])]
    }
    default:
      return isStored || typeof schema['x-max-depth'] === 'number' ? [] : says('anything')
  }
}
