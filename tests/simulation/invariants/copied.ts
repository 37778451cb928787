import { disclosed, type Private } from '#domain/kernel'
import {
  type Appendix,
  type Assignee,
  type Field,
  liveAppendices,
  liveFields,
  liveSignatories,
  type PackState,
  packOfStream,
  streamOfPack,
} from '#domain/pack'
import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { checkFiles } from './end.ts'
import { fold, type Say } from './folded.ts'
import { sha256 } from './sha256.ts'

/** A copy is what its origin was at one moment while it was made, and nothing of what others did there; asked for once, it is made once. */
export async function checkCopied(ceremony: Ceremony, house: Environment, say: Say): Promise<void> {
  const { pack, copied, typed, handed } = ceremony
  const { stored, log, files, storedAt } = house
  const streamOf = (of: string) => stored.flatMap(({ stream, event }) => (stream === streamOfPack(of) ? [event] : []))
  const made = stored.flatMap(({ stream, event }) =>
    event.type === 'PackCreated' && event.data.from === pack ? [packOfStream(stream)!] : [],
  )
  if (made.length > copied.asked) say(`${made.length} copies were made of it, of ${copied.asked}`)
  for (const acknowledged of copied.answered) if (!made.includes(acknowledged.pack)) say('a copy was acknowledged and is lost')
  if (made.length === 0) return
  // It may be gone meanwhile, and who it was for.
  const origin = await fold(streamOf(pack), house.keysAsMade)
  for (const copy of made) {
    const answer = copied.answered.find((one) => one.pack === copy)
    const folded = await fold(await log.read(streamOfPack(copy), 0n, 100_000), house.keys)
    const { state } = folded
    // Who signs a template is not known before it is used.
    const contacts = state.kind === 'document'
    const now = likeness(state, true)
    const moments = origin.steps
      .slice(Math.max(0, answer?.from ?? 0))
      .filter(({ event }) => storedAt.get(event.id)! <= (answer?.at ?? Number.POSITIVE_INFINITY))
    if (!moments.some(({ after }) => likeness(after, contacts) === now)) say('a copy is like nothing that its origin ever was')
    if (answer && answer.kind !== state.kind) say(`a copy is a ${state.kind}`)
    if (state.status !== 'setup' || state.trashed) say(`a copy is ${state.status}`)
    const whole = JSON.stringify([streamOf(copy), state])
    for (const { text } of typed) if (whole.includes(text)) say(`a copy shows “${text}”, which somebody wrote into its origin`)
    for (const { link } of handed) if (whole.includes(link)) say('a copy knows of a link of its origin')
    for (const [file, digest] of filesOf(state)) {
      const there = files.keys.get(file)
      if (there?.pack !== copy || !there.bytes || sha256(there.bytes) !== digest) say('a copy lacks a file of its own, or has another')
    }
    checkFiles({ pack: copy }, folded, house, say)
  }
}

/** The files of its pages, and others, with their necessary content. */
const filesOf = (state: PackState) => [
  ...state.documents.flatMap(({ conversion }) => (conversion.state === 'converted' ? [[conversion.file, conversion.digest] as const] : [])),
  ...liveAppendices(state).flatMap(({ file }) => (file ? [[file.key, digestOf(file)] as const] : [])),
]
const digestOf = ({ content }: NonNullable<Appendix['file']>) => disclosed(content, null)?.digest

const wordsOf = (text: Private<string>) => disclosed(text, '')

/** What of a pack a copy takes along, read without a key of it. */
function likeness(state: PackState, contacts: boolean): string {
  const signers = liveSignatories(state)
  const [keys, uuids] = [state.documents.map(({ key }) => key), signers.map(({ uuid }) => uuid)]
  const whose = (assignee: Assignee) => (assignee === null || assignee === 'self' ? assignee : uuids.indexOf(assignee))
  return JSON.stringify([
    state.documents.map(({ name, pages, conversion }) => [name, pages, conversion.state === 'converted' && conversion.digest]),
    // A person whose data was deleted is somebody who is yet to be named.
    signers.map(({ role, name, email, optional }, at) => [
      wordsOf(role) || `signer-${at + 1}`,
      optional,
      ...(contacts ? [wordsOf(name), wordsOf(email)] : ['', '']),
    ]),
    state.steps.map((step) => step.map((uuid) => uuids.indexOf(uuid)).filter((at) => at >= 0)).filter(({ length }) => length > 0),
    // Values for that document only stay there.
    liveFields(state).flatMap((field) => (field.temporary ? [] : [fieldLike(field, keys, whose)])),
    state.copyRecipients.flatMap(({ removed, name, email }) => (removed ? [] : [[name, email]])),
    liveAppendices(state).map(({ audience, file }) => [audience, file && [file.filename, digestOf(file)]]),
    state.notifications.rules.map(({ event, action, countdown }) => [event, action, countdown]),
    [state.settings.sequential, state.settings.message, state.settings.firstSignerMultiEdit, state.settings.attachmentsIncluded ?? false],
  ])
}

function fieldLike(field: Field, keys: readonly string[], whose: (assignee: Assignee) => unknown): unknown {
  const { document, page, x, y, width, height, type, required, assignee, filledBy, value, description, setUp, customId } = field
  const { group, exclusive, autoDate, options, layout = null, autoFill = null, hiddenInFinal = false, background = null } = field
  const isSenders = assignee === 'self' && filledBy === 'self' && !autoDate
  const written = isSenders ? disclosed(value, null) : null
  const place = [keys.indexOf(document), page, x, y, width, height]
  const said = [
    wordsOf(customId),
    description,
    disclosed(field.hierarchy ?? [], []),
    wordsOf(field.continueQuestion ?? ''),
    disclosed(options, []),
  ]
  const looks = [group, exclusive, autoDate, layout, autoFill, hiddenInFinal, background]
  return [place, type, required, whose(assignee), written, said, looks, setUp ? [setUp.role, setUp.identification] : null]
}
