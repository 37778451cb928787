import { codecOf, derivedUuid, disclosed, grouped, type Json, type JsonObject, OWN_SUBJECT, WITHHELD } from '#domain/kernel'
import { changeScopeOf } from './change-scopes.ts'
import { EVENTS, type PackFact } from './events/index.ts'
import { fact as made } from './fact.ts'

// What is the same in every copy of a pack: kept once under its digest, while each copy's stream holds the digest. The facts in it bear the
// origin's keys, so that all copies share it, and no text: texts stand apart, and what names a document, a role or a person, or was filled in,
// is the copy's own.

type Taken = Extract<PackFact, { readonly type: 'DefinitionTaken' }>['data']
type Content<K extends 'definition' | 'texts'> = Exclude<Taken[K], { readonly $: string }>
/** Adds a salt to a content: the same for the same, and nobody outside can make it. */
export type Salted = <T extends object>(content: T) => T & { readonly salt: string }

const codec = codecOf<PackFact>(EVENTS, 'a pack')

/** The key in a copy of what has this one in its origin. */
export const keyInCopy = (pack: string, origin: string): string => derivedUuid(JSON.stringify([pack, origin]))
/** Of the copy's own file over the same bytes. */
export const fileInCopy = (pack: string, origin: string): string => derivedUuid(JSON.stringify([pack, origin, 'file']))

/** The keys of a copy, by the key of the original. */
export interface Origins {
  readonly pack: string
  readonly from: string
  readonly keys: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
}

/** The facts that set up a new copy, with what every copy has alike in one of them. */
export function factsOfNewCopy(facts: readonly PackFact[], { pack, from, keys, files }: Origins, salted: Salted): PackFact[] {
  const [created, ...rest] = facts
  const taken = rest.filter(isAlike)
  if (!created || taken.length === 0) return [...facts]
  const used = { keys: new Set<string>(), files: new Set<string>() }
  const texts: { at: number; key: string; value: unknown }[] = []
  const documents: Taken['documents'] = []
  const signatories: Taken['signatories'] = []
  const alike = taken.map((fact, at) => {
    const data: Record<string, unknown> = { ...originsIn(fact.data as JsonObject) }
    for (const { path } of codec.confidential(fact)) {
      const key = String(path[1])
      if (fact.type === 'DocumentAdded') documents.push({ document: fact.data.document, name: fact.data.name })
      else if (fact.type === 'SignatoryAdded') signatories.push({ signatory: fact.data.signatory, role: fact.data.role })
      else texts.push({ at, key, value: fact.data[key as keyof typeof fact.data] })
      data[key] = WITHHELD
    }
    return { type: fact.type, version: codec.version(fact.type), data }
  })
  const definition = { from, keys: [...used.keys], files: [...used.files], facts: alike }
  return [
    created,
    made('DefinitionTaken', { pack, definition: salted(definition), texts: salted({ from, texts }), documents, signatories }),
    ...rest.filter((fact) => !isAlike(fact)),
  ]

  function originsIn<T extends Json>(value: T): T {
    return replaced(value, (text) => {
      const [key, file] = [keys.get(text), files.get(text)]
      if (key !== undefined) used.keys.add(key)
      if (file !== undefined) used.files.add(file)
      return key ?? file ?? text
    })
  }
}

/** What began one copy, for another of the same: all but the keys is the same. */
export function copyOfBeginning(facts: readonly PackFact[], pack: string, keyOf: (key: string) => string): PackFact[] {
  return facts.map((fact) => {
    if (fact.type !== 'DefinitionTaken') return { ...fact, data: replaced(fact.data as JsonObject, keyOf) } as PackFact
    const { documents, signatories } = fact.data
    const rows = replaced({ documents, signatories } as JsonObject, keyOf) as Pick<Taken, 'documents' | 'signatories'>
    return made('DefinitionTaken', { ...fact.data, pack, ...rows })
  })
}

const ALIKE: ReadonlySet<string> = new Set(['documents', 'fields', 'rules', 'form', 'signatories', 'settings', 'notifications'])

/** Whether every copy has this fact. Whatever is sealed for a person is theirs and goes with them: of who signs, that they do. */
function isAlike(fact: PackFact): boolean {
  if (!ALIKE.has(changeScopeOf(fact.type)) || fact.type === 'SignatoryLinkedToUser') return false
  return fact.type === 'SignatoryAdded' || codec.confidential(fact).every(({ subject }) => subject === OWN_SUBJECT)
}

const opened = new WeakMap<object, { readonly texts: object | null; readonly facts: readonly PackFact[] }>()
const known = new WeakMap<Taken, readonly PackFact[]>()

/** What a definition that was taken says, in this copy's own keys; nothing where it is not at hand. */
export function factsOfDefinition(data: Taken): readonly PackFact[] {
  const found = known.get(data) ?? unfolded(data)
  known.set(data, found)
  return found
}

function unfolded({ pack, definition, texts, documents, signatories }: Taken): readonly PackFact[] {
  const content = disclosed<Content<'definition'>, null>(definition, null)
  if (!content) return []
  const own = new Map([
    ...content.keys.map((key) => [key, keyInCopy(pack, key)] as const),
    ...content.files.map((file) => [file, fileInCopy(pack, file)] as const),
  ])
  const names = new Map(documents.map(({ document, name }) => [document, name]))
  const roles = new Map(signatories.map(({ signatory, role }) => [signatory, role]))
  return factsOf(content, disclosed<Content<'texts'>, null>(texts, null)).map((one) => {
    const fact = { ...one, data: replaced(one.data as JsonObject, (text) => own.get(text) ?? text) } as PackFact
    if (fact.type === 'DocumentAdded') return made(fact.type, { ...fact.data, name: names.get(fact.data.document) ?? WITHHELD })
    if (fact.type === 'SignatoryAdded') return made(fact.type, { ...fact.data, role: roles.get(fact.data.signatory) ?? WITHHELD })
    return fact
  })
}

/** In the origin's keys. What is kept under one digest comes as one object, and is read once for all that hold it. */
function factsOf(definition: Content<'definition'>, texts: Content<'texts'> | null): readonly PackFact[] {
  const found = opened.get(definition)
  if (found?.texts === texts) return found.facts
  const written = grouped(texts?.texts ?? [], ({ at }) => at)
  const facts = definition.facts.map(({ type, version, data }, at) => {
    const is: Record<string, unknown> = { ...data }
    for (const { key, value } of written.get(at) ?? []) is[key] = value
    return codec.upcast(type, version, is)
  })
  opened.set(definition, { texts, facts })
  return facts
}

/** Every text in it but for the names of its members. */
function replaced<T extends Json>(value: T, by: (text: string) => string): T {
  if (typeof value === 'string') return by(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: Json) => replaced(each, by)) as unknown as T
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, by)])) as T
}
