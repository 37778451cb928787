import { disclosed, type Private, shortened } from '#domain/kernel'
import { MOST } from './bounds.ts'
import { liveCustomFields } from './custom-fields.ts'
import { liveSignatories } from './signatories.ts'
import { groupsOf, isGroupNameTaken } from './signer-groups.ts'
import type { Assignee, ChildDocument, Field, PackState, Signatory, SignerGroup } from './state.ts'

/** The pages of all documents in one file, in their order. `file` is the key that the copy's own follows from. */
export interface Joined extends Pick<ChildDocument, 'pages'> {
  readonly file: string
  readonly digest: string
  readonly size: number
  readonly repaired: boolean
}

/**
 * Several packs as one with a single document, in their order: what a merge makes a copy of. Settings, subject, message and
 * notification rules are those of the first. A person who signs more than one of them signs once.
 */
export function mergedState(packs: readonly [PackState, ...PackState[]], { file, digest, size, repaired, pages }: Joined): PackState {
  const [first] = packs
  const [people, standsFor] = peopleOf(packs.flatMap(liveSignatories))
  const groups = groupsIn(packs)
  const inOne = new Map([...standsFor, ...groups.map(({ uuid }) => [uuid, uuid] as const)])
  const stepped = new Set<string>()
  const customFields = packs.flatMap(liveCustomFields)
  return {
    ...first,
    kind: packs.every(({ kind }) => kind === 'template') ? 'template' : 'document',
    name: nameOf(packs),
    documents: [
      {
        key: file,
        name: nameOf(packs),
        filename: nameOf(packs),
        position: 0,
        conversion: { state: 'converted', source: file, file, digest, size, repaired },
        pages,
        found: { formFields: null, signatures: 0, papers: null, answered: null },
        sealing: { state: 'not-started', attempt: 0 },
        stampedPages: [],
        evidencePages: { seal: 0, audit: 0 },
        earlierFinals: [],
      },
    ],
    fields: fieldsOf(packs, file, standsFor),
    form: packs.flatMap(({ form = [] }) => form),
    fieldOrder: packs.flatMap(({ fieldOrder }) => fieldOrder),
    settings: groups.length > 0 ? { ...first.settings, signerGroups: true } : first.settings,
    signatories: people,
    ...(groups.length > 0 ? { groups } : {}),
    // Each where they are asked first.
    steps: packs
      .flatMap(({ steps }) => steps.map((step) => step.flatMap((uuid) => inOne.get(uuid) ?? [])))
      .map((step) => step.filter((uuid) => !stepped.has(uuid) && stepped.add(uuid)))
      .filter((step) => step.length > 0),
    copyRecipients: once(
      packs.flatMap(({ copyRecipients }) => copyRecipients.filter(({ removed }) => !removed)),
      (recipient) => reachedBy(recipient) ?? recipient.uuid,
    ),
    ...(customFields.length > 0 ? { customFields } : {}),
    appendices: packs.flatMap(({ appendices }) => appendices),
  }
}

function nameOf(packs: readonly PackState[]): string {
  const more = ` and ${packs.length - 1} more`
  return [...disclosed(packs[0]?.name ?? '', '')].slice(0, MOST.name - more.length).join('') + more
}

/** All groups; one that is called like another begins with the number of its document. */
function groupsIn(packs: readonly PackState[]): readonly SignerGroup[] {
  const groups: SignerGroup[] = []
  for (const [at, pack] of packs.entries()) {
    for (const group of groupsOf(pack)) {
      const name = disclosed(group.name, '')
      groups.push(isGroupNameTaken({ groups }, name) ? { ...group, name: numbered(groups, name, at + 1) } : group)
    }
  }
  return groups
}

/** By this number, or by the next that makes it one of a kind. */
function numbered(groups: readonly SignerGroup[], name: string, number: number): string {
  const tried = shortened(`${number} ${name}`, MOST.name)
  return isGroupNameTaken({ groups }, tried) ? numbered(groups, name, number + 1) : tried
}

/** Everybody once, and who stands for whom. */
function peopleOf(all: readonly Signatory[]): readonly [readonly Signatory[], ReadonlyMap<string, string>] {
  const people = new Map<string, Signatory>()
  for (const signatory of all) if (!people.has(personOf(signatory))) people.set(personOf(signatory), signatory)
  const standsFor = all.flatMap((signatory) => {
    const person = people.get(personOf(signatory))
    return person ? [[signatory.uuid, person.uuid] as const] : []
  })
  return [[...people.values()], new Map(standsFor)]
}

/** Who it is, as far as that is known: by address, and where nobody is named yet, by role. */
function personOf(signatory: Signatory): string {
  const reached = reachedBy(signatory)
  if (reached !== null) return `at ${reached}`
  const [name, role] = [disclosed(signatory.name, ''), disclosed(signatory.role, '')]
  return name === '' && role !== '' ? `as ${role}` : signatory.uuid
}

interface Reached {
  readonly email: Private<string>
  readonly mobile: Private<string>
}
function reachedBy({ email, mobile }: Reached): string | null {
  return (disclosed(email, '') || disclosed(mobile, '')).trim().toLowerCase() || null
}

/** Each on its page of the one file. Tick boxes that were a group in one pack form none with those of another. */
function fieldsOf(packs: readonly PackState[], document: string, standsFor: ReadonlyMap<string, string>): PackState['fields'] {
  const fields: Record<string, Field> = {}
  const groups = new Set<string>()
  let before = 0
  for (const [at, pack] of packs.entries()) {
    const firstPages = new Map<string, number>()
    for (const { key, pages } of pack.documents) {
      firstPages.set(key, before)
      before += pages.length
    }
    const own = Object.values(pack.fields).flatMap(({ group }) => group ?? [])
    const renamed = (group: string | null) => (group !== null && groups.has(group) ? `${at + 1} ${group}`.slice(0, MOST.group) : group)
    for (const [key, field] of Object.entries(pack.fields)) {
      const firstPage = firstPages.get(field.document)
      if (firstPage === undefined) continue
      const page = firstPage + field.page
      fields[key] = { ...field, document, page, group: renamed(field.group), assignee: assigneeIn(standsFor, field.assignee) }
    }
    for (const group of own) groups.add(renamed(group) ?? group)
  }
  return fields
}

function assigneeIn(standsFor: ReadonlyMap<string, string>, assignee: Assignee): Assignee {
  return assignee === null || assignee === 'self' ? assignee : (standsFor.get(assignee) ?? null)
}

function once<T>(all: readonly T[], by: (each: T) => string): readonly T[] {
  const seen = new Set<string>()
  return all.filter((each) => !seen.has(by(each)) && seen.add(by(each)))
}
