import { type ChildDocument, documentIn, type Found } from '#domain/pack'
import type { Converted, Intake } from '#pdf/intake'
import type { Files } from '#platform/files'
import type { Handler, Job } from '#platform/jobs'
import type { Log, World } from '#platform/ports'
import {
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
import { type HeldUpload, type HoldUpload, holdInMemory } from './held.ts'
import type { FilePasswords } from './passwords.ts'
import { CONVERSION, type ConversionData, conversion } from './process.ts'

export interface ConversionDeps {
  readonly packs: Packs
  readonly files: Files
  readonly intake: Intake
  /** Left out: in memory. */
  readonly hold?: HoldUpload
  readonly passwords: FilePasswords
  readonly log: Log
  progress(pack: string, document: string, done: number, total: number): void
}

/** What has not come to an end by then is given up. What is left of it is removed however long that takes. */
const MOST_ATTEMPTS = 6
/** The first outcome of a job stands: a later run names a file that is gone, even after another request. */
const OUTCOME = 'outcome'
const SETTINGS = { retries: Number.POSITIVE_INFINITY, backoff: { firstSeconds: 2, maxSeconds: 60 }, concurrency: 2 }
/** A run waits for the other where there is but one worker, and both may be tried again with a password that came late. */
const timeoutSeconds = (intake: Intake) => Math.ceil((4 * intake.longestMs) / 1000) + 60

export function conversionQueues(deps: ConversionDeps): readonly Queue[] {
  const { packs, files, intake, passwords, log, hold = holdInMemory } = deps

  const convert: Handler = async (data, job) => {
    const asked = data as ConversionData
    try {
      if (job.attempt > MOST_ATTEMPTS) await giveUp(asked, job)
      else await attempt(asked, job)
    } catch (error) {
      if (job.attempt !== MOST_ATTEMPTS) throw error
      log.warn({ pack: asked.pack, document: asked.document, error }, 'a conversion was given up')
      await giveUp(asked, job)
    }
    await dropLeftovers(asked, job)
  }

  async function attempt({ pack, document, source }: ConversionData, job: Job): Promise<void> {
    // Where another run was first, or one before this met its end in the middle.
    if (!isDue(documentIn(await packs.load(pack), document), source)) return
    const content = await files.open(source)
    if (!content) throw new Error('the upload is not there')
    await hold(content.stream, (held) => convertHeld(held, { pack, document, source }, job))
  }

  async function convertHeld({ upload, contentOf }: HeldUpload, { pack, document, source }: ConversionData, job: Job): Promise<void> {
    const because = (step: string) => ({ cause: job.key, step })
    const convertedWith = (password: string | undefined) =>
      intake.convert({ ...upload, ...(password === undefined ? {} : { password }) }, (done, total) =>
        deps.progress(pack, document, done, total),
      )
    const first = passwords.peek(source)
    let converted = await convertedWith(first)
    // One that another process took may have come meanwhile.
    const since = passwords.peek(source)
    if (!converted.ok && since !== undefined && since !== first) converted = await convertedWith(since)
    // The machine may have had too much else to do. Twice at most, with a password that came or without: a file may be made to take long.
    else if (!converted.ok && converted.reason === 'took-too-long' && job.attempt === 1) throw new Error('the conversion took too long')
    if (!converted.ok) {
      log.info({ pack, document, reason: converted.reason, words: converted.words }, 'a file could not be converted')
      passwords.drop(source)
      await packs.perform(pack, { do: 'RecordConversionFailure', document, source, reason: converted.reason }, because(OUTCOME))
      return
    }
    const { file, form } = keysOf(job, job.attempt)
    await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
    const { digest, size } = await files.store(file, contentOf(converted))
    const { pages, repaired } = converted
    const found = await foundIn(pack, converted, form)
    const command = { do: 'RecordConversion', document, source, file, digest, size, pages, repaired, ...found } as const
    await packs.perform(pack, command, because(OUTCOME))
    passwords.drop(source)
  }

  /** Any failure: it must not look as if it were still under way. */
  async function giveUp({ pack, document, source }: ConversionData, job: Job): Promise<void> {
    const failure = { do: 'RecordConversionFailure', document, source, reason: 'took-too-long' } as const
    await packs.perform(pack, failure, { cause: job.key, step: OUTCOME })
  }

  /** Once it has an outcome, nothing is needed of its runs but what the pack names, though runs that were given up may still write. */
  async function dropLeftovers({ pack, document }: ConversionData, job: Job): Promise<void> {
    const state = await packs.load(pack)
    // All its files went with it.
    if (!state.exists) return
    const named = documentIn(state, document)
    const needed = new Set([named?.conversion.state === 'converted' && named.conversion.file, named?.found.formFields?.file])
    const failures: unknown[] = []
    for (let number = 1; number <= job.attempt; number++) {
      for (const key of Object.values(keysOf(job, number)).filter((one) => !needed.has(one))) {
        const dropped = number < job.attempt ? files.abandon({ key, pack }) : files.remove(key)
        // Each is tried in each run, so that they go one by one where not all go at once.
        await dropped.catch((error: unknown) => failures.push(error))
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** The findings in an upload; the list of its form fields becomes a file under this key. */
  async function foundIn(pack: string, { found }: Converted, key: string): Promise<{ readonly found?: Found }> {
    if (!found) return {}
    const { formFields, ...rest } = found
    const count = formFields.length
    if (count > 0) {
      await files.reserve({ key, pack, mediaType: 'application/json' })
      await files.store(key, readableFrom(new TextEncoder().encode(JSON.stringify(formFields))))
    }
    return { found: { ...rest, formFields: count === 0 ? null : { file: key, count } } }
  }

  return [{ name: CONVERSION, handler: convert, settings: { ...SETTINGS, timeoutSeconds: timeoutSeconds(intake) } }]
}

/** A key an attempt: a run that was given up may still be writing, and a file never changes under its key. */
const keysOf = ({ key }: Job, attempt: number) => ({
  file: derivedId('converted', key, attempt),
  form: derivedId('form fields', key, attempt),
})

/** Another upload since makes this conversion pointless. */
function isDue(document: ChildDocument | undefined, source: string): boolean {
  return document?.conversion.state === 'converting' && document.conversion.source === source
}

export const conversionProcess = defineProcess({
  process: conversion,
  sweep: packsUnderWay,
  queues: ({
    handler,
    config,
    world,
    progress,
    ...needs
  }: NeedsFor<Omit<ConversionDeps, 'log' | 'progress'>> & ProgressNeeds & { readonly world: Pick<World, 'log'> }) =>
    conversionQueues({
      ...needs,
      log: world.log,
      packs: packsFor('conversion', { handler, ...config }),
      progress: (pack, document, done, total) => progress(pack, 'conversion', document, done, total),
    }),
})
