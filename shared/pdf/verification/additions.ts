import type { Trusted } from './certificate.ts'
import { readMessage } from './cms.ts'
import { same } from './der.ts'
import { type OpenedFile, openFile } from './file.ts'
import { HISTORY_NAME } from './history.ts'
import type { DigestName } from './public-key.ts'
import type { Problem, ReportedTimestamp, ReportedUpdate } from './report.ts'
import type { GenuineStamp } from './revocation.ts'
import type { Placed } from './signatures.ts'
import { algorithmOf, checkToken, reportedTimestamp } from './timestamp.ts'
import { changesBetween } from './update-content.ts'
import { type AddedRevision, addedRevisions } from './update-layout.ts'

interface Asked {
  readonly bytes: Uint8Array
  /** Where the seal ends. */
  readonly from: number
  readonly placed: readonly Placed[]
  readonly before: OpenedFile
  readonly times: Trusted
  digestOf(bytes: Uint8Array, placed: Placed, digest: DigestName): Uint8Array
}
export interface Judged {
  readonly problems: readonly Problem[]
  readonly updates: readonly ReportedUpdate[]
  readonly timestamps: readonly ReportedTimestamp[]
  readonly stamps: readonly GenuineStamp[]
  /** Up to where a genuine later signature covers the file, behind nothing that may not be there. */
  readonly covered: number
  /** The file with all that was added and may be; null where nothing was, or not that. */
  readonly after: OpenedFile | null
}

/**
 * Changes after the seal. Allowed are signatures that show nothing, and data to validate them; every other
 * addition is named by what it changed.
 */
export async function judgeAdditions(asked: Asked): Promise<Judged> {
  const { bytes, from, placed, before } = asked
  if (bytes.length <= from) return { problems: [], updates: [], timestamps: [], stamps: [], covered: 0, after: null }
  const problems: Problem[] = []
  const timestamps: ReportedTimestamp[] = []
  const stamps: GenuineStamp[] = []
  const later = placed.filter(({ end }) => end > from)
  const signatures = later.map((one) => ({ one, ...judged(asked, one, { problems, timestamps, stamps }) }))
  const revisions = await addedRevisions(bytes, from)
  const inside = ({ from: start, to }: AddedRevision) => signatures.find(({ one }) => one.from >= start && one.from < to)
  const steps = await stepsOf(asked, revisions)
  // A signature that was added covers its own revision to its last byte: what stood behind it would be nobody's.
  const covers = (revision: AddedRevision) => (inside(revision)?.one.end ?? revision.to) === revision.to
  const isFine = (revision: AddedRevision, at: number) => covers(revision) && revision.root === before.root && steps[at]!.harmless
  const wrong = revisions.findIndex((revision, at) => !isFine(revision, at))
  const fine = wrong < 0 ? revisions.length : wrong
  // What may be there ends here: only what follows it is a change.
  const end = fine === 0 ? from : revisions[fine - 1]!.to
  const last = fine === 0 ? null : steps[fine - 1]!.after
  const updates = revisions.map((revision, at): ReportedUpdate => {
    const signature = inside(revision)
    const kind = signature ? (signature.one.timestamp ? 'timestamp' : 'signature') : at < fine ? 'validation-data' : 'change'
    return { from: revision.from, to: revision.to, kind, by: signature?.by ?? '', allowed: at < fine }
  })
  const read = revisions.at(-1)?.to ?? from
  if (read < bytes.length) {
    const signature = signatures.find(({ one }) => one.from >= read)
    const kind = signature ? (signature.one.timestamp ? 'timestamp' : 'signature') : 'change'
    updates.push({ from: read, to: bytes.length, kind, by: signature?.by ?? '', allowed: false })
  }
  if (end < bytes.length) {
    const objects = [...new Set(steps.slice(fine).flatMap((step) => (step.harmless ? [] : step.objects)))]
    const harmed = { bytes, from: end, sealed: from, before: last ?? before, after: await openFile(bytes), objects }
    problems.push(
      ...harm(
        harmed,
        revisions.slice(fine).every(({ root }) => root === before.root),
      ),
    )
  }
  return { problems, updates, timestamps, stamps, covered: Math.max(0, ...endsUpTo(signatures, end)), after: last }
}

const endsUpTo = (signatures: readonly { readonly one: Placed; readonly genuine: boolean }[], end: number) =>
  signatures.flatMap(({ one, genuine }) => (genuine && one.end <= end ? [one.end] : []))

interface Step {
  readonly harmless: boolean
  readonly objects: readonly number[]
  readonly after: OpenedFile | null
}

/** Each revision against the one before it: what is added by one may not be taken away by the next. */
async function stepsOf({ bytes, before, placed }: Asked, revisions: readonly AddedRevision[]): Promise<Step[]> {
  const steps: Step[] = []
  let was: OpenedFile | null = before
  for (const revision of revisions) {
    const after: OpenedFile | null = await openFile(bytes.subarray(0, revision.to))
    const changes = was && after ? changesBetween(was.document, after.document, revision, placed) : null
    // Whatever objects say of themselves: the pages and what is attached are as they were.
    const alike = was !== null && after !== null && samePages(was, after) && sameAttachments(was, after)
    steps.push({ harmless: alike && changes?.harmless === true, objects: changes?.objects ?? [], after })
    was = after
  }
  return steps
}

const samePages = ({ pages: a }: OpenedFile, { pages: b }: OpenedFile) =>
  a !== null && b !== null && a.length === b.length && a.every((digest, at) => digest === b[at])
const sameAttachments = ({ attachments: a }: OpenedFile, { attachments: b }: OpenedFile) =>
  a.length === b.length &&
  a.every((one, at) => {
    const [mine, theirs] = [one.bytes, b[at]?.bytes ?? null]
    return one.name === b[at]?.name && one.relationship === b[at]?.relationship && (mine && theirs ? same(mine, theirs) : mine === theirs)
  })

interface Found {
  readonly problems: Problem[]
  readonly timestamps: ReportedTimestamp[]
  readonly stamps: GenuineStamp[]
}

function judged({ bytes, times, digestOf }: Asked, placed: Placed, { problems, timestamps, stamps }: Found) {
  const wrong = (why: string) => {
    const what = placed.timestamp ? 'A timestamp over the file' : 'A later signature'
    problems.push({ code: placed.timestamp ? 'timestamp' : 'signature', where: 'file', message: `${what} was changed: ${why}.` })
    return { genuine: false, by: '' }
  }
  if (!placed.value) return wrong(placed.problem ?? 'it cannot be read')
  try {
    if (!placed.timestamp) {
      const message = readMessage(placed.value)
      const genuine = message.genuine && same(digestOf(bytes, placed, message.digest), message.messageDigest)
      return genuine ? { genuine, by: message.signer.name } : wrong('it is not over these bytes')
    }
    const checked = checkToken(placed.value, { digest: digestOf(bytes, placed, algorithmOf(placed.value)) })
    if (checked.problem !== null) return wrong(checked.problem)
    const reported = reportedTimestamp('file', checked, times)
    timestamps.push(reported)
    stamps.push({ of: 'timestamp', token: checked, believed: reported.trusted || !times.given })
    return { genuine: true, by: checked.authority }
  } catch {
    return wrong('it cannot be read')
  }
}

interface Harmed {
  readonly bytes: Uint8Array
  /** Where that begins which may not be there, and where the seal ends. */
  readonly from: number
  readonly sealed: number
  readonly before: OpenedFile
  readonly after: OpenedFile | null
  readonly objects: readonly number[]
}

/** What an addition that is not allowed changed. */
function harm({ bytes, from, sealed, before, after, objects }: Harmed, oneCatalogue: boolean): Problem[] {
  const problems: Problem[] = []
  const size = bytes.length - from
  const behind = from === sealed ? 'the seal' : 'the seal and what validates it'
  const how = `${size} ${size === 1 ? 'byte was' : 'bytes were'} added after ${behind}`
  const say = (code: Problem['code'], where: string, message: string) => problems.push({ code, where, message })
  const named = objects.length > 0 ? `, object ${objects.slice(0, 5).join(', ')}` : ''
  const [old, now] = [before.pages ?? [], after?.pages ?? []]
  if (after?.pages && now.length !== old.length)
    say('page', 'pages', `${how}: the file now has ${now.length} pages, ${old.length} were sealed.`)
  else
    now.forEach((digest, at) => {
      if (digest !== old[at]) say('page', `page ${at + 1}`, `Page ${at + 1} differs from the signed page: ${how}${named}.`)
    })
  const attachments = (file: OpenedFile | null) => new Map(file?.attachments.map((one) => [one.name, one.bytes]) ?? [])
  const [had, has] = [attachments(before), attachments(after)]
  for (const name of new Set([...had.keys(), ...has.keys()])) {
    const [a, b] = [had.get(name), has.get(name)]
    if (a && b && same(a, b)) continue
    const what = had.has(name) ? (has.has(name) ? 'replaced' : 'removed') : 'added'
    if (name === HISTORY_NAME) say('history', 'history', `The attached history was ${what} after the seal: ${how}.`)
    else say('attachment', `attachment ${name}`, `The attached file “${name}” was ${what} after the seal: ${how}.`)
  }
  if (!oneCatalogue) say('update', `bytes ${from} to ${bytes.length}`, `A second catalogue was added after the seal: ${how}.`)
  if (problems.length === 0)
    say(
      'update',
      `bytes ${from} to ${bytes.length}`,
      `${capital(how)}${named}. ${size === 1 ? 'It is' : 'They are'} neither a signature nor what validates one.`,
    )
  return problems
}
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)
