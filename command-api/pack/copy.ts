import type { FastifyRequest } from 'fastify'
import { decideInTurn, disclosed, evolved, isRefused, type Refused } from '#domain/kernel'
import {
  ACCEPTED_AS_IT_IS,
  ANY_CONTACT,
  pack as aggregate,
  asWritten,
  type CopyAs,
  type CopyKeys,
  type CopyOf,
  can,
  commandsOfCopy,
  copyOfBeginning,
  type DecisionContext,
  factsOfNewCopy,
  fileInCopy,
  isOfTeam,
  keyInCopy,
  liveAppendices,
  MOST,
  type Originals,
  type PackCommand,
  type PackFact,
  type PackRefusalCode,
  type PackState,
  picturesToCopy,
  type TeamWho,
  type Who,
} from '#domain/pack'
import type { KeyEntry } from '#platform/key-index'
import { actorOf } from '../edge/caller.ts'
import { isProblem, type Problem } from '../edge/problem.ts'
import type { Services } from '../services.ts'
import { appendsOf } from './appends.ts'
import { packForRequest } from './pack-for-key.ts'
import { NOTIFICATION_RULE, type PackAccess, type PackDone, type Packs } from './packs.ts'

export interface Copied extends PackDone {
  readonly pack: string
}
export interface Copying {
  readonly packs: Packs
  readonly services: Pick<Services, 'keyIndex' | 'files' | 'world' | 'sharedLeaves'>
}

/** How the last copy of a state began. As long as nothing changes there, the next one differs in its keys alone. */
const lastCopies = new WeakMap<
  PackState,
  { readonly asked: string; readonly facts: readonly PackFact[]; readonly keys: ReturnType<typeof keysIn>['made'] }
>()

/** Makes a pack like the one at this place, in its workspace, after its files have keys of their own. */
export async function copyPack(
  { packs, services }: Copying,
  place: PackAccess,
  kind: PackState['kind'],
  request: FastifyRequest,
): Promise<Copied | Problem> {
  // In a bulk call each origin has a copy of its own.
  const pack = await packOfRequest(services, place, request, { makes: 'copy', of: place.pack })
  const { state, pack: origin } = place
  return copyInto(services, {
    pack,
    origin: { pack: origin, state },
    as: { kind, workspace: state.workspace, creator: userOf(place), name: nameOf(state, kind) },
    refused: refusalToCopy(state, place.who, kind),
    append: appendBy(packs, { ...place, pack }, request),
  })
}

/** Makes a pack like the one at this place in another workspace, where the caller is `there`, and may. */
export async function copyPackInto(
  { packs, services }: Copying,
  place: PackAccess,
  there: TeamWho,
  request: FastifyRequest,
): Promise<Copied | Problem> {
  const { state, pack: origin } = place
  const { workspace } = there
  const pack = await packOfRequest(services, place, request, { makes: 'copy', of: `${origin} ${workspace}` })
  return copyInto(services, {
    pack,
    origin: { pack: origin, state },
    as: { kind: state.kind, workspace, creator: there.user, name: disclosed(state.name, '') },
    refused: originRefusal(state),
    append: appendBy(packs, { ...place, pack, who: there }, request),
  })
}

/** The pack that this request makes. */
export function packOfRequest(
  { keyIndex, world }: Copying['services'],
  { caller }: PackAccess,
  request: FastifyRequest,
  { makes, of }: { readonly makes: 'copy' | 'merge'; readonly of: string },
): Promise<string> {
  return packForRequest(request, { makes, by: actorOf(caller).principal, of }, { keyIndex, newId: () => world.ids.next() })
}

export const appendBy =
  (packs: Packs, on: PackAccess, request: FastifyRequest): CopyInto['append'] =>
  ({ keys, isFirst, decide }) =>
    packs.change({ on, request, plan: () => [], decide, ...(isFirst ? { keys } : { alwaysRun: true }) })

export interface CopyInto {
  readonly pack: string
  readonly origin: CopyOf
  readonly as: CopyAs
  /** Why no copy may be made; one that was made already is the answer all the same. */
  readonly refused: PackRefusalCode | null
  /** What is done with the whole copy in the append that completes it, where it was not done yet. */
  readonly more?: {
    isDone(state: PackState): boolean
    commands(keyOf: (origin: string) => string): readonly PackCommand[]
  }
  append(asked: {
    readonly keys: readonly KeyEntry[]
    readonly isFirst: boolean
    decide(state: PackState, revision: number, context: DecisionContext): readonly PackFact[] | Refused<PackRefusalCode>
  }): Promise<PackDone | Problem>
}

/** Makes a pack like its origin, after its files have keys of their own. */
export async function copyInto(
  { files, sharedLeaves }: Pick<Services, 'files' | 'sharedLeaves'>,
  { pack, origin, as, refused, more, append: appended }: CopyInto,
): Promise<Copied | Problem> {
  const own = keysIn(pack)
  const origins = refused ? [] : origin.state.documents
  const pictures = refused ? [] : picturesToCopy(origin.state)
  const appendices = refused ? [] : liveAppendices(origin.state)
  const shared = new Set<string>()
  const originals = await shareFiles()
  const copied = await append()
  if (isProblem(copied)) {
    // A change to the copy was refused: there is none.
    if (more) for (const file of shared) await files.remove(file)
    return copied
  }
  // It was made before: what its origin got since is not in it.
  const inUse = new Set([
    ...copied.state.documents.flatMap(({ conversion, found }) =>
      conversion.state === 'converted' ? [conversion.file, conversion.source, found.formFields?.file] : [],
    ),
    ...picturesToCopy(copied.state),
    ...copied.state.appendices.map(({ file }) => file?.key),
  ])
  for (const file of shared) if (!inUse.has(file)) await files.remove(file)
  return { ...copied, pack }

  async function share(file: string): Promise<void> {
    const key = own.fileOf(file)
    shared.add(key)
    await files.share({ key, pack, workspace: as.workspace }, file)
  }

  async function shareFiles(): Promise<Originals> {
    const found = new Map<string, { digest: string; size: number }>()
    for (const picture of pictures) await share(picture)
    for (const { file } of appendices) if (file) await share(file.key)
    for (const { key, conversion, found: findings } of origins) {
      if (conversion.state !== 'converted') continue
      await share(conversion.file)
      if (findings.formFields) await share(findings.formFields.file)
      const upload = findings.signatures > 0 ? await files.find(conversion.source) : null
      if (!upload?.digest) continue
      await share(conversion.source)
      found.set(key, { digest: upload.digest, size: upload.size ?? 0 })
    }
    return found
  }

  async function append(): Promise<PackDone | Problem> {
    const children = origin.state.documents.map(({ key }) => own.of(key))
    const rules = origin.state.notifications.rules.map(({ key }) => ({ key: own.of(key), kind: NOTIFICATION_RULE, pack }))
    const keys = [...[pack, ...children].map((key) => ({ key, kind: 'document', pack })), ...rules]
    let ready: { readonly at: number; readonly appends: readonly PackFact[][] } = { at: Number.NaN, appends: [] }

    /** The next append of what is still missing. Where somebody else went on with the same copy, what is missing then. */
    function decide(state: PackState, revision: number, context: DecisionContext) {
      // Decided here and not before: a copy that was made already is the answer, even if its origin changed since.
      if (refused && !(state.exists && more?.isDone(state))) return { refused }
      if (more?.isDone(state)) return []
      const begun = revision === ready.at || state.exists ? null : begunLikeTheLast(context)
      if (begun) ready = { at: revision, appends: [begun] }
      if (revision !== ready.at) {
        const facts = decideInTurn(aggregate, commandsOfCopy(origin, as, own, originals), { key: pack, state, revision }, null, {
          ...context,
          typesetting: ACCEPTED_AS_IT_IS,
          contactLists: ANY_CONTACT,
        })
        if (isRefused(facts)) return facts
        ready = { at: revision, appends: atOnce(state, facts, context) ?? pagesLast(facts) }
      }
      const [now = [], ...rest] = ready.appends
      ready = { at: revision + now.length, appends: rest }
      return more && rest.length === 0 ? withMore(now, state, revision, context) : now
    }

    function withMore(facts: readonly PackFact[], state: PackState, revision: number, context: DecisionContext) {
      const copied = evolved(aggregate, { state, revision }, facts, context)
      const commands = more?.commands((key) => own.of(key)) ?? []
      const decided = decideInTurn(aggregate, commands, { key: pack, state: copied, revision: revision + facts.length }, null, context)
      return isRefused(decided) ? decided : [...facts, ...decided]
    }

    /** Everything that all copies share goes into one event, where the rest fits next to it: a copy is made whole, or not yet. */
    function atOnce(before: PackState, facts: readonly PackFact[], context: DecisionContext): readonly PackFact[][] | null {
      if (before.exists) return null
      const begun = factsOfNewCopy(facts, { pack, from: origin.pack, ...own.made }, sharedLeaves.salted)
      if (appendsOf(begun.filter(({ type }) => type !== 'DefinitionTaken')).length > 1) return null
      lastCopies.set(origin.state, { asked: askedIn(context), facts: begun, keys: own.made })
      return [begun]
    }
    function begunLikeTheLast(context: DecisionContext): PackFact[] | null {
      const last = lastCopies.get(origin.state)
      if (last?.asked !== askedIn(context)) return null
      return copyOfBeginning(last.facts, pack, (text) => {
        const [key, file] = [last.keys.keys.get(text), last.keys.files.get(text)]
        return key !== undefined ? own.of(key) : file !== undefined ? own.fileOf(file) : text
      })
    }
    /** What else a copy depends on, apart from its origin and its keys. */
    function askedIn({ principal, defaultCountry }: DecisionContext): string {
      return JSON.stringify([as, [...originals], principal, defaultCountry])
    }

    let made = await appended({ keys, isFirst: true, decide })
    const isUnfinished = ({ documents }: PackState) =>
      documents.some(({ key, conversion }) => conversion.state === 'waiting' && children.includes(key))
    for (let before = -1; !isProblem(made) && isUnfinished(made.state) && made.revision > before; ) {
      before = made.revision
      made = await appended({ keys, isFirst: false, decide })
    }
    return made
  }
}

/**
 * In as few appends as the log allows. Where one is not enough its pages come last: a copy that a crash left half made is a
 * document that still waits for its file. It can be neither sent nor taken for a whole one, and asked for again it is gone on with.
 */
function pagesLast(facts: readonly PackFact[]): PackFact[][] {
  const appends = appendsOf(facts)
  if (appends.length === 1) return appends
  const isOfPages = ({ type }: PackFact) => OF_PAGES.has(type)
  return [...appendsOf(facts.filter((fact) => !isOfPages(fact))), ...appendsOf(facts.filter(isOfPages))]
}

/** The pages, and what is known of them from then on. */
const OF_PAGES: ReadonlySet<PackFact['type']> = new Set([
  'FileReceived',
  'DocumentConverted',
  'FormFieldsFound',
  'EarlierSignaturesFound',
  'PortfolioFound',
  'ClaimsFound',
  'FormFieldsAnswered',
])

/** Keys that follow from the copy's own and the origin's, and whose they are. */
function keysIn(pack: string): CopyKeys & { readonly made: { readonly [of in 'keys' | 'files']: ReadonlyMap<string, string> } } {
  const made = { keys: new Map<string, string>(), files: new Map<string, string>() }
  const own = { keys: new Map<string, string>(), files: new Map<string, string>() }
  const noted = (kind: keyof typeof made, origin: string, keyIn: (pack: string, origin: string) => string) => {
    const key = own[kind].get(origin) ?? keyIn(pack, origin)
    own[kind].set(origin, key)
    made[kind].set(key, origin)
    return key
  }
  return {
    of: (origin) => noted('keys', origin, keyInCopy),
    fileOf: (file) => noted('files', file, fileInCopy),
    made,
  }
}

/** Why this one may not make a copy of that kind, or not now. */
export function refusalToCopy(state: PackState, who: Who, kind: PackState['kind']): PackRefusalCode | null {
  if (!can(who, kind === 'template' ? 'can_create_templates' : 'can_create_document_copies')) return 'not-permitted'
  return originRefusal(state)
}

export function originRefusal(state: PackState): PackRefusalCode | null {
  if (state.trashed !== null) return 'in-trash'
  const states = state.documents.map(({ conversion }) => conversion.state)
  if (states.includes('failed')) return 'conversion-error'
  if (states.includes('converting')) return 'not-converted'
  return states.length === 0 || states.includes('waiting') ? 'not-uploaded' : null
}

export function userOf({ who }: PackAccess): string {
  if (!isOfTeam(who)) throw new Error('only members of the team copy')
  return who.user
}

/** A second one of a kind says so in its name; a document made from a template has the template's. */
function nameOf(state: PackState, kind: PackState['kind']): string {
  const name = disclosed(asWritten(state).name, '')
  return kind === state.kind ? [...`Copy of ${name}`].slice(0, MOST.name).join('') : name
}
