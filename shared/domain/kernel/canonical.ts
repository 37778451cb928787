import type { Json } from './json.ts'

/** A value that has no canonical bytes: the event format forbids it (docs/events.md, "Values"). */
export class NotCanonical extends Error {
  readonly path: string
  constructor(path: string, why: string) {
    super(`${path || '(root)'}: ${why}`)
    this.name = 'NotCanonical'
    this.path = path
  }
}

// Well-formed UTF-16 only: RFC 8785 section 3.2.2.2 refuses lone surrogates.
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const ASCII = /^[\x20-\x7e]*$/
/** Text that stands between quotation marks as it is. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/**
 * The canonical text of a JSON value (RFC 8785), narrowed so that a checker in any language agrees to the
 * byte: keys are printable ASCII, numbers are safe integers, strings are well-formed.
 * @throws NotCanonical naming the path of the offending value.
 */
export function canonicalise(value: Json): string {
  return writtenOn('', value) ?? located(value, '')
}

/** The canonical text of an object, of its members' own. */
export function canonicalObject(members: Readonly<Record<string, string>>): string {
  return `{${sortedKeys(members)
    .map((key) => `${nameOf(key)}${members[key]}`)
    .join()}}`
}

/** The canonical text of an array, of its items' own. */
export const canonicalArray = (items: readonly string[]): string => `[${items.join()}]`

/** `text` and after it the value's; null where a value has none. Which one it is, only a value that is refused need pay for. */
function writtenOn(text: string, value: Json): string | null {
  if (typeof value === 'string') {
    if (PLAIN.test(value)) return `${text}"${value}"`
    return LONE_SURROGATE.test(value) ? null : text + JSON.stringify(value)
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? text + String(value + 0) : null
  if (value === null || typeof value === 'boolean') return text + String(value)
  if (typeof value !== 'object') return null
  let all: string | null = text
  if (Array.isArray(value)) {
    let before = '['
    for (const item of value) {
      all = writtenOn(all + before, item)
      if (all === null) return null
      before = ','
    }
    return before === '[' ? `${all}[]` : `${all}]`
  }
  let before = '{'
  for (const key of sortedKeys(value)) {
    const member = (value as Record<string, Json>)[key]
    const name = nameOf(key)
    if (member === undefined || name === null) return null
    all = writtenOn(all + before + name, member)
    if (all === null) return null
    before = ','
  }
  return before === '{' ? `${all}{}` : `${all}}`
}

// Every event is written and read through here, most of whose objects have few keys, and the same ones.
const FEW = 16
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  if (keys.length > FEW) return keys.sort()
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!
    let to = at
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!
    keys[to] = key
  }
  return keys
}

const names = new Map<string, string>()
const MOST_NAMES = 1_000
/** A key as it is written before its value; null where it may not be one. */
function nameOf(key: string): string | null {
  const known = names.get(key)
  if (known !== undefined) return known
  if (!ASCII.test(key)) return null
  const name = `${JSON.stringify(key)}:`
  if (names.size < MOST_NAMES) names.set(key, name)
  return name
}

function located(value: Json, path: string): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new NotCanonical(path, `${value} is not a whole number in the safe range`)
    return Object.is(value, -0) ? '0' : String(value)
  }
  if (typeof value === 'string') {
    if (LONE_SURROGATE.test(value)) throw new NotCanonical(path, 'text with half a surrogate pair')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item, at) => located(item, `${path}/${at}`)).join(',')}]`
  if (typeof value !== 'object') throw new NotCanonical(path, `${typeof value} is not JSON`)
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    if (!ASCII.test(key)) throw new NotCanonical(`${path}/${key}`, 'a key that is not printable ASCII')
    const member = (value as Record<string, Json>)[key]
    if (member === undefined) throw new NotCanonical(`${path}/${key}`, 'undefined is not JSON')
    members.push(`${JSON.stringify(key)}:${located(member, `${path}/${key}`)}`)
  }
  return `{${members.join(',')}}`
}
