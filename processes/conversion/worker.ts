import type { ChildDocument, Found } from '#domain/pack'
import type { Converted, Intake } from '#pdf/intake'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import type { Log } from '#platform/ports'
import { bytesOf, derivedId, type Packs, type ProcessPart, streamOf } from '#processes/engine'
import type { FilePasswords } from './passwords.ts'
import { CONVERSION, type ConversionData, conversion } from './process.ts'

export interface ConversionDeps {
  readonly packs: Packs
  readonly files: Files
  readonly intake: Intake
  readonly passwords: FilePasswords
  readonly log: Log
  progress(pack: string, document: string, done: number, total: number): void
}

const SETTINGS = { retries: 5, backoff: { firstSeconds: 2, maxSeconds: 60 }, concurrency: 2, timeoutSeconds: 300 }

export function conversionPart(deps: ConversionDeps): ProcessPart {
  const { packs, files, intake, passwords, log } = deps

  const convert: Handler = async (data, job) => {
    const { pack, document, source } = data as ConversionData
    const because = (step: string) => ({ cause: job.key, step })
    // A key an attempt: a run that was given up may still be writing, and a file never changes under its key.
    const keysOf = (attempt: number) => ({
      file: derivedId('converted', job.key, attempt),
      form: derivedId('form fields', job.key, attempt),
    })
    const before = await documentOf(packs, pack, document)
    // Where another run was first, or one before this met its end in the middle, what is left of them goes.
    if (!isDue(before, source)) return isDone(before, source) ? dropOthers(pack, before, job.attempt, keysOf) : undefined
    const content = await files.open(source)
    if (!content) throw new Error('the upload is not there')
    const password = passwords.peek(source)
    const upload = { bytes: await bytesOf(content.stream), ...(password === undefined ? {} : { password }) }
    const converted = await intake.convert(upload, (done, total) => deps.progress(pack, document, done, total))
    if (!converted.ok) {
      log.info({ pack, document, reason: converted.reason, words: converted.words }, 'a file could not be converted')
      passwords.drop(source)
      await packs.perform(pack, { do: 'RecordConversionFailure', document, source, reason: converted.reason }, because('failed'))
      return
    }
    const { file, form } = keysOf(job.attempt)
    await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
    const { digest, size } = await files.store(file, streamOf(converted.bytes))
    const { pages, repaired } = converted
    const found = await foundIn(pack, converted, form)
    const command = { do: 'RecordConversion', document, source, file, digest, size, pages, repaired, ...found } as const
    await packs.perform(pack, command, because(`converted ${job.attempt}`))
    passwords.drop(source)
    const kept = await documentOf(packs, pack, document)
    if (isDone(kept, source)) return dropOthers(pack, kept, job.attempt, keysOf)
    for (const key of [file, form]) await files.remove(key)
  }

  /** What is converted takes no other outcome: of the runs up to this one nothing is needed but what the pack names, though they may still write. */
  async function dropOthers(
    pack: string,
    { conversion, found }: Done,
    last: number,
    keysOf: (attempt: number) => { file: string; form: string },
  ): Promise<void> {
    const needed = new Set([conversion.file, found.formFields?.file])
    const failures: unknown[] = []
    for (let attempt = 1; attempt <= last; attempt++) {
      for (const key of Object.values(keysOf(attempt)).filter((one) => !needed.has(one))) {
        const dropped = attempt < last ? files.abandon({ key, pack }) : files.remove(key)
        // Each is tried in each run, so that they go one by one where not all go at once.
        await dropped.catch((error: unknown) => failures.push(error))
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** What was found in an upload; the list of its form fields becomes a file under this key. */
  async function foundIn(pack: string, { found }: Converted, key: string): Promise<{ readonly found?: Found }> {
    if (!found) return {}
    const { formFields, ...beside } = found
    const count = formFields.length
    if (count > 0) {
      await files.reserve({ key, pack, mediaType: 'application/json' })
      await files.store(key, streamOf(new TextEncoder().encode(JSON.stringify(formFields))))
    }
    return { found: { ...beside, formFields: count === 0 ? null : { file: key, count } } }
  }

  return {
    process: conversion,
    queues: [
      {
        name: CONVERSION,
        handler: convert,
        settings: {
          ...SETTINGS,
          // Whatever kept it from ending: it must not look as if it were still under way.
          async onExhausted(data, key) {
            const { pack, document, source } = data as ConversionData
            const failure = { do: 'RecordConversionFailure', document, source, reason: 'took-too-long' } as const
            await packs.perform(pack, failure, { cause: key, step: 'gave up' })
          },
        },
      },
    ],
  }
}

async function documentOf(packs: Packs, pack: string, key: string): Promise<ChildDocument | undefined> {
  return (await packs.load(pack)).documents.find((document) => document.key === key)
}

type Done = ChildDocument & { readonly conversion: { readonly state: 'converted' } }

function isDone(document: ChildDocument | undefined, source: string): document is Done {
  return document?.conversion.state === 'converted' && document.conversion.source === source
}

/** Another upload since makes this conversion pointless. */
function isDue(document: ChildDocument | undefined, source: string): boolean {
  return document?.conversion.state === 'converting' && document.conversion.source === source
}
