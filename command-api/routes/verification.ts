import type { z } from 'zod'
import { verifyAnswer, verifyBody, type verifyReport } from '#contract/verification'
import type { Report } from '#pdf/verification'
import { readAnchor, readDisclosures, trustOf } from '#pdf/verification'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { ok } from '../edge/ok.ts'
import { type Problem, problem } from '../edge/problem.ts'
import { tooLarge } from '../edge/too-much.ts'

/** Beside the file stand at most some disclosures and proofs. */
const BESIDE = 4 * 1_048_576

/**
 * The check of a sealed file as a call. Anybody may ask, as anybody may use the page; what they send is kept nowhere.
 * To be registered in a scope of its own: here a body may be as large as an upload, and the file may be the body.
 */
export function verificationRoutes({ edge, services }: App): void {
  const { maxUploadBytes } = services.config
  const { app } = edge
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/pdf', { parseAs: 'buffer', bodyLimit: maxUploadBytes }, (_request, body, parsed) =>
    parsed(null, { file: (body as Buffer).toString('base64') }),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: Math.ceil((maxUploadBytes * 4) / 3) + BESIDE },
    app.getDefaultJsonParser('error', 'error'),
  )

  call(edge, {
    method: 'POST',
    url: '/app/verify',
    summary: 'Says whether a sealed PDF is what was sealed, as the public page and the command line say it. Send the file itself, or JSON.',
    access: 'anyone',
    // Nothing is changed by looking at a file.
    changes: false,
    guessable: 'checking',
    body: verifyBody,
    answer: verifyAnswer,
    async run({ body }) {
      const pdf = new Uint8Array(Buffer.from(body.file, 'base64'))
      if (pdf.length > maxUploadBytes) return tooLarge(maxUploadBytes)
      const disclosures = readEach(body.disclosures, readDisclosures)
      const anchors = readEach(body.anchors, readAnchor)
      if (!disclosures || !anchors)
        return problem('invalid-request', { message: 'What stands beside the file is neither disclosures nor a proof.' })
      const known = trustOf(await services.sealAnchors())
      const options = { disclosures, anchors, ...(body.trust === undefined ? known : { trust: body.trust }) }
      const checked = await services.checker.check({ pdf, options })
      return checked.ok ? ok({ report: shown(checked.report) }) : notChecked(checked.reason)
    },
  })
}

/** null where one of them is not what it should be. */
function readEach<T>(given: readonly unknown[], read: (text: string) => T | null): T[] | null {
  const found = given.map((one) => read(JSON.stringify(one)))
  return found.every((one) => one !== null) ? (found as T[]) : null
}

/** Why a file was not checked, for whoever sent it. */
export function notChecked(reason: 'busy' | 'took-too-long' | 'took-too-much-memory' | 'trust-list' | 'internal'): Problem {
  switch (reason) {
    case 'busy':
      return problem('too-many-requests', { message: 'Other files are being checked. Please wait a moment.' })
    case 'trust-list':
      return problem('invalid-request', { message: 'The trust list holds no certificate.' })
    case 'took-too-long':
    case 'took-too-much-memory':
      return problem('invalid-request', {
        message: 'This file takes more than may be spent on it here. Use the command line: npx paraph verify.',
      })
    case 'internal':
      return problem('internal-error')
    default:
      return reason satisfies never
  }
}

/** The same report, in lists that may be written to. */
const shown = (report: Report) => report as unknown as z.input<typeof verifyReport>
