import { decodePDFRawStream, type PDFDocument, type PDFRawStream } from 'pdf-lib'
import { type Certificate, chainOf, isIssuedBy, isSelfSigned, readCertificate } from './certificate.ts'
import { readCrl } from './crl.ts'
import { readOcsp } from './ocsp.ts'
import type { Problem, ReportedRevocation } from './report.ts'
import type { RevocationAnswer } from './revocation-answer.ts'
import type { CheckedToken } from './timestamp.ts'
import { storedStreams } from './validation-data.ts'

/** A timestamp that was found right, and of what it is. */
export interface GenuineStamp {
  readonly of: ReportedRevocation['of']
  readonly token: CheckedToken
  /** By an authority whose word is believed; where nobody said whose is, by any. */
  readonly believed: boolean
}
interface Asked {
  /** From the seal's own certificate upwards. */
  readonly chain: readonly Certificate[]
  readonly stamps: readonly GenuineStamp[]
  /** The file with all that may have been added to it. */
  readonly document: PDFDocument
  /** Certificates that the reader trusts. */
  readonly anchors: readonly Certificate[]
}
export interface JudgedRevocation {
  readonly revocations: readonly ReportedRevocation[]
  readonly problems: readonly Problem[]
}

/** Reasons after which nobody knows who used the key before (RFC 5280, 5.3.1): a certificate's key, or its issuer's. */
const KEY_LOST: ReadonlySet<number | null> = new Set([1, 2])
const REASONS: Readonly<Record<number, string>> = {
  1: 'key-compromise',
  2: 'ca-compromise',
  3: 'affiliation-changed',
  4: 'superseded',
  5: 'cessation-of-operation',
  6: 'certificate-hold',
  9: 'privilege-withdrawn',
  10: 'aa-compromise',
}

/**
 * What the lists and OCSP answers in a file say of the certificates of its seal and timestamps, and at which time. Each is
 * believed only where it is by the certificate's own issuer, or by a responder whom that appointed.
 *
 * A seal that is proven to be older than the revocation of its certificate stays what it was. Where nothing proves that, it
 * could have been made after it; so could a timestamp, whatever time it states, once its authority's key was lost.
 */
export function judgeRevocation({ chain, stamps, document, anchors }: Asked): JudgedRevocation {
  const answers = { crls: contentsOf(storedStreams(document, 'CRLs')), ocsps: contentsOf(storedStreams(document, 'OCSPs')) }
  const others = [...contentsOf(storedStreams(document, 'Certs')).flatMap(certificateIn), ...anchors]
  const problems: Problem[] = []
  const revocations = new Map<string, ReportedRevocation>()
  const look = (of: ReportedRevocation['of'], from: readonly Certificate[], isWrong: (said: RevocationAnswer) => boolean): boolean => {
    let fine = true
    for (const { certificate, issuer } of linksOf(from, others)) {
      const said = issuer ? bestOf(answers, certificate, issuer) : null
      revocations.set(`${of} ${certificate.fingerprint}`, reported(of, certificate, said))
      if (said?.status !== 'revoked' || !isWrong(said)) continue
      fine = false
      problems.push({ code: 'revoked', where: of === 'seal' ? 'seal' : 'timestamp', message: wordsOf(of, certificate, said) })
    }
    return fine
  }
  const standing = stamps.filter(({ token }) =>
    look('timestamp', token.chain, ({ revokedAt, reason }) => KEY_LOST.has(reason) || (revokedAt ?? 0) <= token.time),
  )
  // The earliest moment at which the seal is known to have existed.
  const known = Math.min(...standing.filter(({ believed }) => believed).map(({ token }) => token.time))
  look('seal', chain, ({ revokedAt }) => !Number.isFinite(known) || (revokedAt ?? 0) <= known)
  return { revocations: [...revocations.values()], problems }
}

interface Stored {
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

/** Every certificate that does not vouch for itself, with its issuer where that is at hand. */
function linksOf(chain: readonly Certificate[], others: readonly Certificate[]) {
  const [own, ...above] = chain
  const whole = own ? chainOf(own, [...above, ...others]) : []
  return whole
    .filter((one) => !isSelfSigned(one))
    .map((certificate) => ({ certificate, issuer: whole.find((one) => one !== certificate && isIssuedBy(certificate, one)) ?? null }))
}

/** One that says revoked counts before all others; of those that do not, the newest. */
function bestOf({ crls, ocsps }: Stored, certificate: Certificate, issuer: Certificate): RevocationAnswer | null {
  const said = [
    ...ocsps.flatMap((bytes) => answerIn(() => readOcsp(bytes, certificate, issuer))),
    ...crls.flatMap((bytes) => answerIn(() => readCrl(bytes, certificate, issuer))),
  ]
  const newest = said.toSorted((a, b) => b.from - a.from)
  return newest.find(({ status }) => status === 'revoked') ?? newest[0] ?? null
}

/** What is no answer, or about somebody else, says nothing. */
function answerIn(read: () => RevocationAnswer): RevocationAnswer[] {
  try {
    return [read()]
  } catch {
    return []
  }
}

function certificateIn(bytes: Uint8Array): Certificate[] {
  try {
    return [readCertificate(bytes)]
  } catch {
    return []
  }
}

/** Nobody needs so many of a kind to validate one file. */
const MOST_STORED = 500

function contentsOf(streams: readonly PDFRawStream[]): Uint8Array[] {
  return streams.slice(0, MOST_STORED).flatMap((stream) => {
    try {
      return [decodePDFRawStream(stream).decode()]
    } catch {
      return []
    }
  })
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

function reported(of: ReportedRevocation['of'], { name, fingerprint }: Certificate, said: RevocationAnswer | null): ReportedRevocation {
  return {
    of,
    certificate: name,
    fingerprint,
    status: said?.status ?? 'unknown',
    by: said?.kind ?? null,
    authority: said?.by.name ?? null,
    time: iso(said?.from ?? null),
    until: iso(said?.until ?? null),
    revoked: iso(said?.revokedAt ?? null),
    reason: said?.reason == null ? null : (REASONS[said.reason] ?? 'unspecified'),
  }
}

function wordsOf(of: ReportedRevocation['of'], { name }: Certificate, { revokedAt, from }: RevocationAnswer): string {
  const day = `${new Date(revokedAt ?? from).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return of === 'seal'
    ? `The certificate “${name}” was revoked on ${day}, and nothing proves that the seal was made before.`
    : `The certificate “${name}” of the time authority was revoked on ${day}: its timestamp proves nothing.`
}
