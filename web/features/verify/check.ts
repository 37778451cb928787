import { type AnchorFile, type DisclosureFile, type Report, readAnchor, readDisclosures, trustOf, verifyFile } from '#pdf/verification'
import type { CheckOutcome, CheckRequest } from './check-messages.ts'
import { checkInWorker, NoWorker } from './in-worker.ts'
import type { Anchor } from './installation.ts'

export interface Checked {
  readonly id: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly report: Report
  readonly seconds: number
}

export interface Checking {
  readonly name: string
  /** The share that is done, once that can be said. */
  readonly done: number
}

export interface Watching {
  readonly signal: AbortSignal
  readonly onto: (checking: Checking) => void
}

/** The most that a browser is asked to hold several times over. */
export const MOST_BYTES = 300 * 1024 * 1024

export class TooLarge extends Error {}

let count = 0

/** Checks the dropped files. Nothing leaves this page: there is no call in here. */
export async function checkFiles(files: readonly File[], anchors: readonly Anchor[], { signal, onto }: Watching): Promise<Checked[]> {
  const disclosures: DisclosureFile[] = []
  const proofs: AnchorFile[] = []
  const documents: File[] = []
  for (const file of files) {
    if (file.size > MOST_BYTES) throw new TooLarge()
    const text = file.name.endsWith('.json') ? await file.text() : null
    const given = text === null ? null : readDisclosures(text)
    const proof = text === null ? null : readAnchor(text)
    if (given) disclosures.push(given)
    else if (proof) proofs.push(proof)
    else documents.push(file)
  }
  const options = { disclosures, anchors: proofs, ...trustOf(anchors) }
  const checked: Checked[] = []
  for (const file of documents) {
    const { name } = file
    onto({ name, done: 0 })
    const bytes = new Uint8Array(await file.arrayBuffer())
    signal.throwIfAborted()
    const started = performance.now()
    const found = await checkInThread({ bytes, options }, { signal, onto: (done) => onto({ name, done }) })
    checked.push({ id: count++, name, ...found, seconds: (performance.now() - started) / 1000 })
  }
  return checked
}

type Watched = { readonly signal: AbortSignal; readonly onto: (done: number) => void }

async function checkInThread(asked: CheckRequest, watched: Watched): Promise<CheckOutcome> {
  try {
    return await checkInWorker(asked, watched)
  } catch (error) {
    if (error instanceof NoWorker) return checkHere(asked, watched)
    throw error
  }
}

/** On the page's own thread, which gets its turn every few milliseconds. */
async function checkHere({ bytes, options }: CheckRequest, { signal, onto }: Watched): Promise<CheckOutcome> {
  const between = async (done: number) => {
    onto(done)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  return { report: await verifyFile(bytes, { ...options, between }), bytes }
}
