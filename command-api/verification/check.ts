import type { z } from 'zod'
import type { verifyReport } from '#contract/verification'
import type { Checker } from '#pdf/checking'
import type { Report } from '#pdf/verification'
import type { SpoolFile } from '#platform/spool'
import type { Gate } from '../edge/gate.ts'
import { type Problem, problem } from '../edge/problem.ts'
import { tooLarge } from '../edge/too-much.ts'
import { describeIssues } from '../edge/zod-issues.ts'
import type { Services } from '../services.ts'
import type { CheckedUpload, CheckUpload } from './check-upload.job.ts'

const CHECK = new URL('./check-upload.job.ts', import.meta.url)
type Shown = z.input<typeof verifyReport>

/** What checks files, and where work is taken only while there is a place, by address or session. */
export interface Checking {
  readonly checker: Checker
  readonly checkingGate: Gate
}

/** What a file on the disk proves, as a process of its own finds it. */
export async function checkFile(
  { checker, sealAnchors, config }: Pick<Services, 'sealAnchors' | 'config'> & Pick<Checking, 'checker'>,
  { path, size }: SpoolFile,
  as: CheckUpload['as'],
): Promise<Shown | Problem> {
  const mostBytes = config.maxUploadBytes
  const payload: CheckUpload = { path, as, mostBytes, known: await sealAnchors() }
  const worked = await checker.check<CheckUpload, CheckedUpload>(CHECK, payload, size)
  if (!worked.ok) return worked.reason === 'internal' ? problem('internal-error') : TAKES_TOO_MUCH
  return worked.value.ok ? shown(worked.value.report) : notChecked(worked.value, mostBytes)
}

const TAKES_TOO_MUCH = problem('invalid-request', {
  message: 'This file takes more than may be spent on it here. Use the command line: npx paraph verify.',
})

/** Why a file was not checked, for the one who sent it. */
function notChecked({ reason, mistakes = [] }: Extract<CheckedUpload, { ok: false }>, mostBytes: number): Problem {
  switch (reason) {
    case 'not-json':
      return problem('invalid-request', { message: 'The body is not JSON.' })
    case 'invalid':
      return problem('invalid-request', { message: describeIssues(mistakes, 'body') })
    case 'not-beside':
      return problem('invalid-request', { message: 'The attachment to the file is neither disclosures nor a proof.' })
    case 'trust-list':
      return problem('invalid-request', { message: 'The trust list holds no certificate.' })
    case 'no-report':
      return problem('invalid-request', { message: 'The history in this file, or next to it, is not as any version of Paraph writes it.' })
    case 'too-large':
      return tooLarge(mostBytes)
    case 'report-too-large':
      return TAKES_TOO_MUCH
    default:
      return reason satisfies never
  }
}

/** The same report, in lists that may be written to. */
const shown = (report: Report) => report as unknown as Shown
