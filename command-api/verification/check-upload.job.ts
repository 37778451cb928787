import { readFile } from 'node:fs/promises'
import { verifyBody, verifyReport } from '#contract/verification'
import { certificatesOf, type InstallationAnchor, type Report, readAnchor, readDisclosures, trustOf, verifyFile } from '#pdf/verification'
import type { Answer } from '#pdf/worker-pool'
import { jsonIn, UnreadableBody } from '../edge/json.ts'

/** A body as it came, on the disk: only this process, which has limits of its own, ever holds all of it. */
export interface CheckUpload {
  readonly path: string
  readonly as: 'pdf' | 'json'
  /** Of the file itself, however it is wrapped. */
  readonly mostBytes: number
  /** The installation's own seals. */
  readonly known: readonly InstallationAnchor[]
}
export type CheckedUpload =
  | { readonly ok: true; readonly report: Report }
  | {
      readonly ok: false
      readonly reason: 'not-json' | 'too-large' | 'invalid' | 'not-beside' | 'trust-list' | 'report-too-large' | 'no-report'
      /** What of the body is not as it should be, by its place. */
      readonly mistakes?: readonly { readonly instancePath: string; readonly message: string }[]
    }

/** A file may hold more history than anybody can be shown at once. */
const MOST_REPORT = 16_000_000

export default async ({ path, as, mostBytes, known }: CheckUpload): Promise<Answer<CheckedUpload>> => {
  const value = as === 'pdf' ? await checked(await readFile(path), {}, known) : await checkedJson(path, mostBytes, known)
  return { value }
}

async function checkedJson(path: string, mostBytes: number, known: readonly InstallationAnchor[]): Promise<CheckedUpload> {
  let body: unknown
  try {
    body = jsonIn(await readFile(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error
    return { ok: false, reason: 'invalid', mistakes: [{ instancePath: '', message: error.message }] }
  }
  if (body === undefined) return { ok: false, reason: 'not-json' }
  const { success, data, error } = verifyBody.safeParse(recordIn(body))
  if (!success) {
    const mistakes = error.issues.slice(0, 10).map((issue) => ({ instancePath: `/${issue.path.join('/')}`, message: issue.message }))
    return { ok: false, reason: 'invalid', mistakes }
  }
  body = null
  const { file, trust } = data
  const disclosures = readEach(data.disclosures, readDisclosures)
  const anchors = readEach(data.anchors, readAnchor)
  const pdf = Buffer.from(file, 'base64')
  if (pdf.length > mostBytes) return { ok: false, reason: 'too-large' }
  if (!disclosures || !anchors) return { ok: false, reason: 'not-beside' }
  if (trust !== undefined && !holdsCertificates(trust)) return { ok: false, reason: 'trust-list' }
  return checked(pdf, { disclosures, anchors, ...(trust === undefined ? {} : { trust }) }, known)
}

type Options = Parameters<typeof verifyFile>[1]

async function checked(pdf: Buffer, options: NonNullable<Options>, known: readonly InstallationAnchor[]): Promise<CheckedUpload> {
  const trusted = options.trust === undefined ? trustOf(known) : {}
  const report = await verifyFile(new Uint8Array(pdf.buffer, pdf.byteOffset, pdf.length), { ...trusted, ...options })
  if (JSON.stringify(report).length > MOST_REPORT) return { ok: false, reason: 'report-too-large' }
  // It repeats what the file's history says, and a stranger may have written that.
  return verifyReport.safeParse(report).success ? { ok: true, report } : { ok: false, reason: 'no-report' }
}

/** As other calls take a record: by itself, or under `data`. */
function recordIn(body: unknown): unknown {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord(body) && isRecord(body.data) ? { ...body, ...body.data } : body
}

/** null where one of them is not what it should be. */
function readEach<T>(given: readonly unknown[], read: (text: string) => T | null): T[] | null {
  const found = given.map((one) => read(JSON.stringify(one)))
  return found.every((one) => one !== null) ? (found as T[]) : null
}

function holdsCertificates(pem: string): boolean {
  try {
    return certificatesOf(pem).length > 0
  } catch {
    return false
  }
}
