import { contacts as addressBook } from '#domain/contacts'
import { type Fact, OWN_SUBJECT } from '#domain/kernel'
import { ACCEPTED_AS_IT_IS, pack as aggregate, streamOfPack } from '#domain/pack'
import { streamOfUser, user } from '#domain/user'
import { workspace } from '#domain/workspace'
import { type CommandHandler, commandsOf, type Outcome } from '#platform/command-handler'
import type { KeyName, SubjectKeys } from '#platform/subject-keys'

import type { DeletionLine, OutsideDeletions } from './outside.ts'

type PackLine = Extract<DeletionLine, { pack: string }>
type ContactLine = Extract<DeletionLine, { contact: object }>
type PersonLine = Exclude<DeletionLine, PackLine | ContactLine>

export const RESTORER = 'process:restore'
const ORIGIN = {
  actor: { principal: RESTORER, capacity: 'process', proof: 'installation' },
  correlation: 'restore',
  causation: 'restore',
} as const

/**
 * After a restore the log does not know of deletions that came after the backup, and the deleted data is there again. Each is recorded
 * again, so that it is carried out again. Answers how many.
 */
export async function repeatDeletions({
  handler,
  keys,
  outside,
}: {
  readonly handler: CommandHandler
  readonly keys: Pick<SubjectKeys, 'storedAll'>
  readonly outside: Pick<OutsideDeletions, 'lines'>
}): Promise<number> {
  const lines = await outside.lines()
  const packs = lines.flatMap((line) => ('pack' in line ? [line] : []))
  const gone = new Set(packs.map(({ pack }) => pack))
  const contacts = lines.flatMap((line) => ('contact' in line ? [line] : []))
  const people = lines.flatMap((line) =>
    'pack' in line || 'contact' in line || ('erased' in line && gone.has(line.erased.pack)) ? [] : [line],
  )
  let repeated = 0
  const count = (outcome: Outcome<unknown, Fact, string>) => {
    if ('refused' in outcome) throw new Error(outcome.refused)
    repeated += outcome.events.length
  }
  // Of all that was ever deleted nearly nothing has to be repeated at a start: it is asked about together.
  for (const [workspace, ofWorkspace] of Map.groupBy(packs, (line) => line.workspace))
    for (const some of inParts(ofWorkspace)) count(await repeatOfPacks(handler, workspace, some))
  for (const [workspace, ofWorkspace] of Map.groupBy(contacts, (line) => line.contact.workspace))
    for (const some of inParts(ofWorkspace)) count(await repeatOfContacts(handler, workspace, some))
  for (const some of inParts(people)) for (const line of await withKeys(keys, some)) count(await repeat(handler, line))
  return repeated
}

/** As many events as one append holds with room to spare. */
const TOGETHER = 500

const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, part) => all.slice(part * TOGETHER, (part + 1) * TOGETHER))

/** The fact came before the keys went, and a restore that takes it back brings them back: where none is, nothing came back. */
async function withKeys(keys: Pick<SubjectKeys, 'storedAll'>, lines: readonly PersonLine[]): Promise<readonly PersonLine[]> {
  const key = await keys.storedAll(lines.flatMap(keysOf))
  return lines.filter((line) => keysOf(line).some(({ stream, subject }) => key(stream, subject) !== null))
}

function keysOf(line: PersonLine): readonly KeyName[] {
  if ('departed' in line) return [{ stream: streamOfUser(line.departed.user), subject: OWN_SUBJECT }]
  return line.erased.people.map((subject) => ({ stream: streamOfPack(line.erased.pack), subject }))
}

// What is younger than the backup is gone with all that was in it: nothing is decided about it.
function repeatOfPacks(handler: CommandHandler, key: string, lines: readonly PackLine[]) {
  const commands = lines.map(({ pack }) => ({ do: 'RepeatDeletion', pack }) as const)
  return commandsOf(workspace, handler).perform({
    key,
    who: { as: 'installation' },
    commands: ({ id }) => (id === null ? [] : commands),
    origin: ORIGIN,
  })
}

// A hidden contact has no key that a restore would bring back, so the address book repeats its own erasures.
function repeatOfContacts(handler: CommandHandler, key: string, lines: readonly ContactLine[]) {
  return commandsOf(addressBook, handler).perform({
    key,
    who: { as: 'installation' },
    commands: [{ do: 'RepeatContactErasure', contacts: lines.map(({ contact }) => contact.contact) }],
    origin: ORIGIN,
  })
}

function repeat(handler: CommandHandler, line: PersonLine) {
  if ('erased' in line) {
    const { pack, people } = line.erased
    return commandsOf(aggregate, handler).perform({
      key: pack,
      who: { as: 'process', name: 'restore' },
      commands: ({ exists }) => (exists ? [{ do: 'RepeatErasure', people }] : []),
      context: { now: line.time, defaultCountry: '', typesetting: ACCEPTED_AS_IT_IS },
      origin: ORIGIN,
    })
  }
  return commandsOf(user, handler).perform({
    key: line.departed.user,
    who: { as: 'installation' },
    commands: ({ id }) => (id === null ? [] : [{ do: 'EraseProfile', joined: 'whatever' }]),
    origin: ORIGIN,
  })
}
