import { type AnchorFile, type DisclosureFile, type Report, readAnchor, readDisclosures, verifyFile } from '#pdf/verification'
import type { Anchor } from './installation.ts'

export interface Checked {
  readonly id: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly report: Report
  readonly seconds: number
}

/** The most that a browser is asked to hold several times over. */
export const MOST_BYTES = 300 * 1024 * 1024

export class TooLarge extends Error {}

let count = 0

/** Checks what was dropped. Nothing leaves this page: there is no call in here. */
export async function checkFiles(files: readonly File[], anchors: readonly Anchor[], onto: (name: string) => void): Promise<Checked[]> {
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
  const checked: Checked[] = []
  for (const file of documents) {
    onto(file.name)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const started = performance.now()
    const report = await verifyFile(bytes, { disclosures, anchors: proofs, fingerprints: anchors.map(({ fingerprint }) => fingerprint) })
    checked.push({ id: count++, name: file.name, bytes, report, seconds: (performance.now() - started) / 1000 })
  }
  return checked
}
