import { disclosed } from '#domain/kernel'
import { attemptsOf, type ChildDocument, documentIn, type PackState, type SealingFailure, underWay } from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import type { Sealer } from '#pdf/sealing'
import { type Attachment, type Credential, chainIn, type SealLevel, type TimestampSource } from '#pdf/signature'
import { loadMetrics } from '#pdf/text-layout'
import { certificatesOf } from '#pdf/verification'
import { NoSpace } from '#platform/blobs'
import type { Files } from '#platform/files'
import type { Handler, Job } from '#platform/jobs'
import type { Clock, Log, Random, World } from '#platform/ports'
import {
  bytesOf,
  defineProcess,
  derivedId,
  type NeedsFor,
  type Packs,
  type ProgressNeeds,
  packsFor,
  packsUnderWay,
  type Queue,
  readableFrom,
} from '#processes/engine'
import { type Added, addedPages } from './added-pages.ts'
import { type HistoryDeps, historyOf, historySoFar } from './history.ts'
import { fieldsToSeal, isFinal, SEALING, type SealingData, sealing, TIDYING } from './process.ts'
import { imagesIn, stampsOf } from './stamps.ts'

/** The properties of every seal of an installation. */
export interface SealStandard {
  readonly level: SealLevel
  readonly timestamps: TimestampSource | null
}

export interface SealingDeps extends HistoryDeps {
  readonly packs: Packs
  readonly files: Files
  readonly sealer: Pick<Sealer, 'stamp' | 'sign'>
  /** Asked for each file, so that a new certificate serves from the next one on. `chosen`: the sender wants the configured one. */
  credential(chosen: boolean): Promise<Credential>
  readonly standard: SealStandard
  readonly random: Random
  readonly clock: Clock
  readonly problems: Log
  /** Where files can be checked. Without a slash at the end. */
  readonly publicUrl: string
  progress(pack: string, document: string, done: number, total: number): void
}

/** Ten attempts in about an hour and a half: time enough to make room on a disk. */
const SETTINGS = { retries: 9, backoff: { firstSeconds: 2, maxSeconds: 1_800 }, concurrency: 4, timeoutSeconds: 300 }

/** Nobody waits for it, and it is not given up. */
const TIDYING_SETTINGS = { retries: 100_000, backoff: { firstSeconds: 2, maxSeconds: 600 }, concurrency: 1, timeoutSeconds: 600 }

/** Another run of the same job is at it. */
class Overtaken extends Error {
  constructor() {
    super('another attempt has begun meanwhile')
    this.name = 'Overtaken'
  }
}

/** This attempt came to nothing, for a reason that can be shown. */
class SealingProblem extends Error {
  readonly reason: SealingFailure
  constructor(reason: SealingFailure, words: string) {
    super(words)
    this.name = 'SealingProblem'
    this.reason = reason
  }
}

const STEPS = { read: 1, stamped: 2, signed: 3, stored: 4 } as const

export function sealingQueues(deps: SealingDeps): readonly Queue[] {
  const { packs, files, sealer, clock, standard } = deps
  const keyOf = (document: string, attempt: number) => derivedId('final', document, attempt)

  // A run that was paused until its job went to another may resume, overtake that one and then fail: nobody listens to it any more,
  // so that the current run may not leave before the file is made or given up.
  const seal: Handler = async (data, job) => {
    const { pack, document } = data as SealingData
    await tryOnce({ pack, document }, job)
    if (dueIn(await packs.load(pack), document)) throw new Overtaken()
  }

  async function tryOnce({ pack, document }: SealingData, job: Job): Promise<void> {
    const before = documentIn(await packs.load(pack), document)
    if (!before || underWay(before) === null) return
    // Anything that an earlier run left half done is given up with its number.
    const attempt = attemptsOf(before) + 1
    const because = (step: string) => ({ cause: job.key, step: `${step} ${attempt}` })
    const started = await packs.perform(pack, { do: 'StartSealing', document, attempt }, because('start'))
    const now = started.refused === null ? documentIn(started.state, document) : undefined
    if (started.refused !== null || !now || attemptsOf(now) !== attempt) return
    try {
      await make(pack, document, attempt, started.state, because)
    } catch (error) {
      const reason = reasonOf(error)
      deps.problems.warn({ pack, document, attempt, reason, error }, 'a document could not be sealed')
      const final = isFinal(reason, job.last)
      // None of these sentences holds text that others wrote: only whom they are about, and who did not answer.
      const details = NAMED.has(reason) && error instanceof Error ? error.message : null
      await packs.perform(pack, { do: 'RecordSealingFailure', document, attempt, reason, details, final }, because('failed'))
      if (!final) throw error
    }
  }

  async function make(
    pack: string,
    document: string,
    attempt: number,
    state: PackState,
    because: (step: string) => { cause: string; step: string },
  ) {
    const progress = (step: keyof typeof STEPS) => deps.progress(pack, document, STEPS[step], 4)
    const started = documentIn(state, document)!
    const { conversion } = started
    if (conversion.state !== 'converted') throw new SealingProblem('damaged', 'the document has no pages')
    const stamps = stampsOf(fieldsToSeal(state, document), await loadMetrics())
    const pdf = await read(conversion.file)
    const images: Record<string, Uint8Array> = {}
    for (const [digest, file] of imagesIn(stamps)) images[digest] = await read(file)
    progress('read')
    const by = await credential(state.settings.certificateSeal)
    const at = clock.now()
    const added = await pagesFor(pack, started, state, { by, at })
    const stamped = await sealer.stamp({ pdf, stamps, images, about: { pack }, added: [...added.seal, ...added.audit] })
    if (!stamped.ok) throw new SealingProblem(stamped.reason, stamped.words)
    const counts = { seal: added.seal.length, audit: added.audit.length }
    const stamping = { do: 'RecordStamped', document, attempt, pages: stamped.pages, added: counts } as const
    const recorded = await packs.perform(pack, stamping, because('stamped'))
    if (recorded.refused !== null) return
    progress('stamped')
    const history = await historyOf(deps, pack, { document, attempt })
    if (!history) throw new SealingProblem('internal', 'the stamping is not in the log')
    const { level, timestamps: source } = standard
    const signed = await sealer.sign({
      pdf: stamped.bytes,
      credential: by,
      at,
      level,
      timestamps: source && { source, seed: deps.random.bytes(16) },
      // Under the signature, so that a history put in the place of the sealed one is detected.
      reason: `Sealed by Paraph at level ${level} with ${history.count} events, the last ${history.head}`,
      unpackedPages: stamped.unpacked ?? null,
      attachments: [history.attachment, ...(await originalOf(started))],
    })
    if (!signed.ok) throw new SealingProblem(signed.reason, signed.words)
    progress('signed')
    const file = keyOf(document, attempt)
    await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
    const { digest, size } = await files.store(file, readableFrom(signed.bytes))
    const sealed = await packs.perform(pack, { do: 'RecordSealed', document, attempt, file, digest, size }, because('sealed'))
    // Another attempt was first, or there is nothing to seal any more.
    if (sealed.refused !== null) await files.abandon({ key: file, pack })
    progress('stored')
  }

  /** A file signed before it came here travels along as it came: only there do its own signatures hold. */
  async function originalOf({ conversion, found }: ChildDocument): Promise<Attachment[]> {
    if (found.signatures === 0 || conversion.state !== 'converted') return []
    const bytes = await read(conversion.source)
    const description = 'The document as it was uploaded, with the signatures it had'
    return [{ name: 'original.pdf', bytes, mimeType: 'application/pdf', description, relationship: 'Supplement' }]
  }

  /** Files of abandoned attempts. A process that was thought dead and still runs one of them writes nothing there any more. */
  const tidy: Handler = async (data) => {
    const { pack, document } = data as SealingData
    const held = documentIn(await packs.load(pack), document)
    // While a new seal is made, what it will be followed by does this too.
    if (held?.sealing.state !== 'sealed' || underWay(held) !== null) return
    const named = [held.sealing.file, ...held.earlierFinals.map(({ file }) => file)]
    for (let attempt = 1; attempt <= attemptsOf(held); attempt++) {
      const key = keyOf(document, attempt)
      if (!named.includes(key)) await files.abandon({ key, pack })
    }
  }

  /** Before the pages are stamped, since what follows them is stamped and sealed like they are. */
  async function pagesFor(
    pack: string,
    document: ChildDocument,
    { settings, name, documents }: PackState,
    { by, at }: { by: Credential; at: number },
  ): Promise<Added> {
    const { certificateSeal: visible, auditTrailInSigned: audit } = settings
    if (!visible && !audit) return { seal: [], audit: [] }
    return addedPages({
      of: document.key,
      document: disclosed(documents.length > 1 ? document.name : name, ''),
      pages: document.pages.map(({ width, height }) => ({ width: fromMilli(width), height: fromMilli(height) })),
      history: await historySoFar(deps, pack, document.key),
      seal: visible ? { certificate: await certificateOf(by), level: standard.level, at } : null,
      audit,
      publicUrl: deps.publicUrl,
    })
  }

  async function certificateOf(by: Credential) {
    const [own] = await chainIn(by).catch(() => [])
    const [read] = own === undefined ? [] : certificatesOf(own)
    if (!read) throw new SealingProblem('certificate', 'the sealing certificate cannot be read')
    return read
  }

  async function credential(chosen: boolean): Promise<Credential> {
    return deps.credential(chosen).catch((error: unknown) => {
      throw new SealingProblem('certificate', error instanceof Error ? error.message : 'the sealing certificate cannot be read')
    })
  }

  async function read(file: string): Promise<Uint8Array> {
    const content = await files.open(file)
    if (!content) throw new SealingProblem('damaged', 'a file that is needed is not there')
    return bytesOf(content.stream)
  }

  return [
    {
      name: SEALING,
      handler: seal,
      settings: {
        ...SETTINGS,
        // Killed too often, over its time, or without the log: it must not look as if it still ran, or would be tried again.
        async onExhausted(data, key) {
          const { pack, document } = data as SealingData
          const now = dueIn(await packs.load(pack), document)
          if (!now) return
          const began = now.state === 'running'
          const attempt = began ? now.attempt : now.attempt + 1
          // One that came to its end before it had begun counts all the same: only of an attempt it can be said that it was the last.
          if (!began) await packs.perform(pack, { do: 'StartSealing', document, attempt }, { cause: key, step: `start ${attempt}` })
          const reason = began ? 'took-too-long' : 'internal'
          const failure = { do: 'RecordSealingFailure', document, attempt, reason, final: true } as const
          await packs.perform(pack, failure, { cause: key, step: `gave up ${attempt}` })
        },
      },
    },
    { name: TIDYING, handler: tidy, settings: TIDYING_SETTINGS },
  ]
}

/** The revision of the seal that is still to be made, by any process. */
function dueIn(state: PackState, document: string) {
  const held = state.status === 'complete' ? documentIn(state, document) : undefined
  const now = held ? underWay(held) : null
  return now?.state === 'failed' && now.final ? null : now
}

/** Reasons whose sentence alone says what to do: about which certificate, and who does not answer. */
const NAMED: ReadonlySet<SealingFailure> = new Set<SealingFailure>(['revoked', 'revocation-service'])

// PostgreSQL's own disk may be the one that is full.
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

function reasonOf(error: unknown): SealingFailure {
  if (error instanceof SealingProblem) return error.reason
  if (error instanceof NoSpace) return 'no-space'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && FULL.has(code) ? 'no-space' : 'internal'
}

type Needs = NeedsFor<Omit<SealingDeps, 'standard' | 'clock' | 'random' | 'problems' | 'progress'>, 'publicUrl'> &
  ProgressNeeds & { readonly world: Pick<World, 'clock' | 'random' | 'log'>; readonly sealStandard: SealStandard }

export const sealingProcess = defineProcess({
  process: sealing,
  sweep: packsUnderWay,
  queues: ({ handler, config, world, sealStandard, progress, ...needs }: Needs) =>
    sealingQueues({
      ...needs,
      ...config,
      ...{ clock: world.clock, random: world.random, problems: world.log },
      standard: sealStandard,
      packs: packsFor('sealing', { handler, ...config }),
      progress: (pack, document, done, total) => progress(pack, 'sealing', document, done, total),
    }),
})
