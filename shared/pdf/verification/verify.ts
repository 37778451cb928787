import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { type Judged, judgeAdditions } from './additions.ts'
import { checkAnchors } from './anchors.ts'
import { type Certificate, certificatesOf, isWhole, type Trusted, trustIn } from './certificate.ts'
import { readMessage, type SignedMessage } from './cms.ts'
import { NotDer, same } from './der.ts'
import { withDisclosures } from './disclosures.ts'
import { type OpenedFile, openFile } from './file.ts'
import { HISTORY_NAME, type ReadHistory, readHistory } from './history.ts'
import type { VerifyOptions } from './options.ts'
import { type DigestName, digestWith } from './public-key.ts'
import { isRepacked } from './repacked.ts'
import { type Problem, REPACKED, type Report, type ReportedSeal, type ReportedTimestamp, type ReportedUpdate } from './report.ts'
import { type GenuineStamp, judgeRevocation } from './revocation.ts'
import { encoded, indexOf, type Placed, signaturesIn } from './signatures.ts'
import { stepByStep } from './steps.ts'
import { type Story, tellStory } from './story.ts'
import { algorithmOf, checkToken, reportedTimestamp } from './timestamp.ts'
import { storedStreams } from './validation-data.ts'
import { verdictOf } from './verdict.ts'

/** What is known of the seal, whether or not it is right. */
interface Seal {
  readonly placed: Placed
  readonly message: SignedMessage | null
  readonly covers: boolean
}

const HASHES = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const
/** The share of the work that is reading the history; the rest is telling it. */
const READING = 0.7
/** What the seal's reason states, under the signature: the level, how many events are attached, and the last one's hash. */
const STATED = /level (B-B|B-T|B-LT|B-LTA) with (\d+) events, the last ([\w-]{43})/

export async function verify(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Report> {
  const problems: Problem[] = []
  const say = (code: Problem['code'], where: string, message: string) => problems.push({ code, where, message })
  const fileSeemsRight = () => problems.every(({ beside }) => beside)
  const { seals, times } = trustedOf(options)
  const placed = signaturesIn(bytes)
  const seal = sealOf(
    bytes,
    placed.find(({ timestamp }) => !timestamp),
  )
  const sealedLength = seal?.placed.end ?? 0
  const signed = await openFile(seal ? bytes.subarray(0, sealedLength) : wholeObjects(bytes))
  if (!signed && indexOf(bytes.subarray(0, 1_024), encoded('%PDF-'), 0) < 0) say('not-a-pdf', 'file', 'This is not a PDF file.')

  const attached = signed?.attachments.filter(({ name }) => name === HISTORY_NAME) ?? []
  const between = (from: number, upTo: number) => (done: number) => options.between?.(from + (upTo - from) * done)
  const history = attached[0]?.bytes ? await stepByStep(readHistory(attached[0].bytes), between(0, READING)) : null
  const { events, given, right } = withDisclosures(history?.events ?? [], options.disclosures ?? [], problems)
  const story = await stepByStep(tellStory(events), between(READING, 1))
  const anchored = checkAnchors(events, options.anchors ?? [], options.knownAnchors ?? null, times, problems)
  const stated = STATED.exec(seal?.placed.reason ?? '')
  const parts = {
    signed,
    message: seal?.message ?? null,
    covered: seal?.covers ?? false,
    history,
    story,
    head: events.at(-1)?.hash ?? null,
    stated,
  }
  const isOurs = history !== null || stated !== null || attached.length > 0

  if (!seal && !isOurs && fileSeemsRight())
    say('not-sealed', 'file', 'This file was not sealed by Paraph: it carries neither a seal nor a history.')
  else if (!seal && (isOurs || signed)) say('signature', 'seal', 'The seal is gone, or nothing of it can be read.')
  if (seal) problems.push(...sealProblems(seal, signed, seals))
  if (isOurs || (seal && history)) problems.push(...partProblems(parts))
  else if (seal) say('not-sealed', 'file', 'This file has a signature, but not a seal of Paraph: no history is attached to it.')

  if (seal?.message) problems.push(...validity(seal.message, story))
  const trusted = seal?.message != null && seals.knows(seal.message.chain)
  const timestamps: ReportedTimestamp[] = []
  const stamps: GenuineStamp[] = []
  if (seal?.message)
    problems.push(...sealTimestamp(seal.message, stated?.[1] ?? 'B-B', trusted ? times : null, { timestamps, stamps, times }))
  // Where nothing shows what changed, the report says that something did.
  if (seal?.message && !seal.covers && fileSeemsRight())
    say(
      'bytes',
      `bytes 0 to ${sealedLength}`,
      'Something was changed after sealing. Pages and history are as they were recorded, so it is not on them.',
    )
  const added =
    seal && signed ? await judgeAdditions({ bytes, from: sealedLength, placed, before: signed, times, digestOf: rangeDigest }) : null
  if (added) {
    problems.push(...added.problems)
    timestamps.push(...added.timestamps)
    stamps.push(...added.stamps)
  }
  if (seal && (stated?.[1] === 'B-LT' || stated?.[1] === 'B-LTA')) problems.push(...longTermProblems(stated[1], added, placed, trusted))
  const unchanged = fileSeemsRight()
  const revocation =
    seal?.message && signed
      ? judgeRevocation({ chain: seal.message.chain, stamps, document: (added?.after ?? signed).document, anchors: anchorsIn(options) })
      : { revocations: [], problems: [] }
  // Nothing of the file was changed by it: it says who could have sealed it.
  problems.push(...revocation.problems)
  // Only where nothing was changed: an event that nobody wrote is of no kind that anybody knows either.
  if (unchanged && story.unknown !== null)
    say('newer-version', story.unknown, `A newer version of Paraph wrote ${story.unknown}, and this one does not know what it tells.`)
  const intact = problems.length === 0
  if (seal?.message && unchanged && seals.given && !trusted)
    say('unknown-key', 'seal', `The seal is by “${seal.message.signer.name}”, whom nobody here knows.`)

  const updates: readonly ReportedUpdate[] = added?.updates ?? []
  const reported: Omit<Report, 'verdict'> = {
    intact,
    sealed: seal?.message != null && isOurs,
    trusted: trusted && intact,
    seal: seal?.message ? reportedSeal(seal.message, stated?.[1] ?? 'B-B', story, seals) : null,
    signers: story.signers,
    leftOut: story.leftOut,
    events: story.events,
    timestamps,
    revocations: revocation.revocations,
    updates,
    problems: once(problems),
    document: story.document && { name: story.document.name, pages: story.document.pages.length, added: story.document.added },
    head: parts.head,
    bytes: { total: bytes.length, sealed: sealedLength, covered: Math.max(seal?.covers ? sealedLength : 0, added?.covered ?? 0) },
    anchors: anchored,
    disclosures: { given, right },
  }
  return { ...reported, verdict: verdictOf(reported) }
}

/** @throws NotDer on a trust list that holds no certificates: its author must learn so. */
function trustedOf({ trust, fingerprints, authorities = trust }: VerifyOptions): { seals: Trusted; times: Trusted } {
  const list = trust === undefined ? null : certificatesOf(trust)
  if (list?.length === 0) throw new NotDer('the trust list holds no certificate')
  return {
    seals: trustIn(list, fingerprints ?? null),
    times: trustIn(authorities === undefined ? null : certificatesOf(authorities), null),
  }
}

/** Those of the lists that may have issued what the file holds. */
function anchorsIn({ trust = '', authorities = '' }: VerifyOptions): readonly Certificate[] {
  return certificatesOf(`${trust}\n${authorities}`)
}

function sealOf(bytes: Uint8Array, placed: Placed | undefined): Seal | null {
  if (!placed) return null
  try {
    const message = placed.value ? readMessage(placed.value) : null
    return { placed, message, covers: message !== null && same(rangeDigest(bytes, placed, message.digest), message.messageDigest) }
  } catch {
    return { placed, message: null, covers: false }
  }
}

/** Up to the last object that ends: the parser would take for ever on one that is cut off. */
function wholeObjects(bytes: Uint8Array): Uint8Array {
  const end = encoded('endobj')
  for (let at = bytes.lastIndexOf(0x65); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(0x65, at - 1)) {
    if (indexOf(bytes.subarray(at, at + end.length), end, 0) === 0) return bytes.subarray(0, at + end.length)
  }
  return bytes.subarray(0, 1_024)
}

function rangeDigest(bytes: Uint8Array, { from, to, end }: Placed, digest: DigestName): Uint8Array {
  return HASHES[digest].create().update(bytes.subarray(0, from)).update(bytes.subarray(to, end)).digest()
}

function sealProblems({ placed, message }: Seal, signed: OpenedFile | null, seals: Trusted): Problem[] {
  const problems: Problem[] = []
  const say = (code: Problem['code'], message: string) => problems.push({ code, where: 'seal', message })
  if (!signed)
    problems.push({ code: 'bytes', where: `bytes 0 to ${placed.end}`, message: 'The sealed part can no longer be read as a PDF.' })
  if (placed.problem) say('signature', `The seal was changed: ${placed.problem}.`)
  else if (!message) say('signature', 'The seal was changed: it can no longer be read as a signature.')
  if (!message) return problems
  if (!message.genuine) say('signature', "The seal was changed: it is not its certificate's signature.")
  if (message.content !== null) say('signature', 'The seal signs something else than this file.')
  if (message.claimsTime) say('signature', 'The seal claims a time within itself, which Paraph never writes.')
  if (!message.asPlain || placed.small) say('signature', 'The seal was changed: it is written otherwise than Paraph writes it.')
  const { above, chain } = message
  if (message.strangers.length > 0) say('certificate', 'The seal holds a certificate that has nothing to do with it.')
  else if (above === 'changed' || (!isWhole(chain) && !seals.knows(chain.slice(-1)) && above === 'unnamed') || seals.spoilt(chain))
    say('certificate', "A certificate above the seal's own was changed.")
  else if (above === 'more-or-fewer') say('certificate', "A certificate above the seal's own was taken away or put there.")
  return problems
}

interface Parts {
  readonly signed: OpenedFile | null
  readonly message: SignedMessage | null
  /** The seal's digest is that of the bytes. */
  readonly covered: boolean
  readonly history: ReadHistory | null
  readonly story: Story
  readonly head: string | null
  readonly stated: RegExpExecArray | null
}

/** Pages, attachments and history against what history and seal say of them. */
function partProblems({ signed, message, covered, history, story, head, stated }: Parts): Problem[] {
  const problems: Problem[] = []
  const say = (code: Problem['code'], where: string, message: string) => problems.push({ code, where, message })
  for (const { name, changed } of signed?.attachments ?? []) {
    // What came with the original may never have had the digest that it names, or be no more than a name: under a seal that holds it is as it was.
    if (changed && !covered && name !== HISTORY_NAME) say('attachment', `attachment ${name}`, `The attached file “${name}” was changed.`)
  }
  const histories = signed?.attachments.filter(({ name }) => name === HISTORY_NAME) ?? []
  if (histories.length > 1) say('history', 'history', 'Two histories are attached.')
  if (!history) {
    if (signed) say('history', 'history', 'The history is no longer attached, or can no longer be read.')
    return problems
  }
  problems.push(...history.problems, ...story.problems)
  const count = history.events.length
  if (stated && problems.length === 0 && (head !== stated[3] || count !== Number(stated[2]))) {
    say('history', 'history', `The attached history is not the one that was sealed: that had ${stated[2]} events ending in ${stated[3]}.`)
  }
  if (histories[0]?.changed && problems.length === 0) say('history', 'history', 'The attached history was changed.')
  if (histories[0] && histories[0].relationship !== 'Data' && problems.length === 0)
    say('history', 'history', 'The attachment that holds the history was changed.')
  const stamped = story.document?.pages
  if (!stamped || !signed) return problems
  if (!signed.pages) say('page', 'pages', 'The pages can no longer be read.')
  else if (signed.pages.length !== stamped.length)
    say('page', 'pages', `The file has ${signed.pages.length} pages; ${stamped.length} were sealed.`)
  else {
    const changed = signed.pages.flatMap((digest, at) => (digest === stamped[at] ? [] : [at + 1]))
    if (changed.length > 0 && isRepacked(signed.document, message))
      say('bytes', REPACKED, 'The streams of this file were packed again after sealing. Unpacked, its pages are the signed ones.')
    else for (const page of changed) say('page', `page ${page}`, `What page ${page} holds is not what the history says was signed.`)
  }
  return problems
}

function sealTimestamp(
  message: SignedMessage,
  level: string,
  needed: Trusted | null,
  { timestamps, stamps, times }: { timestamps: ReportedTimestamp[]; stamps: GenuineStamp[]; times: Trusted },
): Problem[] {
  const problem = (words: string): Problem => ({ code: 'timestamp', where: 'seal', message: words })
  if (!message.timestamp) return level === 'B-B' ? [] : [problem(`The seal names level ${level}, but its timestamp is missing.`)]
  const checked = checkToken(message.timestamp, { digest: digestBy(message.timestamp, message.signature) })
  if (checked.problem !== null) return [problem(`The timestamp of the seal was changed: ${checked.problem}.`)]
  const reported = reportedTimestamp('seal', checked, times)
  timestamps.push(reported)
  stamps.push({ of: 'timestamp', token: checked, believed: reported.trusted || !times.given })
  return needed && !reported.trusted ? [problem(`The timestamp of the seal is by “${checked.authority}”, whom nobody here knows.`)] : []
}

/** What a level promises that stands behind the seal: the data to validate it by, and a timestamp over both. */
function longTermProblems(level: string, added: Judged | null, placed: readonly Placed[], trusted: boolean): Problem[] {
  const problem = (message: string): Problem => ({ code: 'timestamp', where: 'file', message })
  if (!added?.timestamps.length) return [problem(`The seal names level ${level}, but the timestamp over the whole file is missing.`)]
  if (placed.find(({ timestamp }) => timestamp)?.small) return [problem('The timestamp over the whole file was written again.')]
  if (trusted && !added.timestamps.some((one) => one.trusted))
    return [problem(`The timestamp over the whole file is by “${added.timestamps[0]!.authority}”, whom nobody here knows.`)]
  if (added.after && storedStreams(added.after.document, 'Certs').length === 0)
    return [problem(`The seal names level ${level}, but the data to validate it by is missing.`)]
  return []
}

function digestBy(token: Uint8Array, data: Uint8Array): Uint8Array {
  try {
    return digestWith(algorithmOf(token), data)
  } catch {
    return new Uint8Array()
  }
}

function validity({ signer }: SignedMessage, { document }: Story): Problem[] {
  const at = Date.parse(document?.stamped ?? '')
  if (Number.isNaN(at) || (at >= signer.from && at <= signer.until)) return []
  return [{ code: 'certificate', where: 'seal', message: 'The certificate of the seal was not valid when the pages were stamped.' }]
}

function reportedSeal({ signer, chain, above }: SignedMessage, level: string, { document }: Story, seals: Trusted): ReportedSeal {
  const unvouched = above === 'right' ? [] : seals.unvouched(chain).map(({ name }) => name)
  return { name: signer.name, fingerprint: signer.fingerprint, level, time: document?.stamped || null, unvouched }
}

function once(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code, where }, at) => problems.findIndex((one) => one.code === code && one.where === where) === at)
}
