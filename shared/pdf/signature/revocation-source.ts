import { createHash } from 'node:crypto'
import {
  type Certificate,
  certificatesInOcsp,
  isIssuedBy,
  isSelfSigned,
  NoAnswer,
  needsNoCheck,
  placesOf,
  type RevocationAnswer,
  readCertificate,
  readCrl,
  readOcsp,
} from '#pdf/verification'
import { integer, nothing, objectId, octets, sequence } from './der.ts'

/** Whether a certificate was revoked could not be found out. Trying again later may help. */
export class NoRevocationData extends Error {
  override name = 'NoRevocationData'
}
/** The issuer of a certificate says that it is revoked. */
export class CertificateRevoked extends Error {
  override name = 'CertificateRevoked'
}

export interface RevocationOptions {
  /** Unix milliseconds: what has expired by then says nothing any more. */
  readonly now: number
  /** How long one answer is waited for. */
  readonly patienceMs?: number | undefined
  /** Certificates that may stand above those of the chains. */
  readonly known?: readonly Certificate[]
}

/** What a file needs so that its signatures can be checked without anybody being asked. */
export interface ValidationData {
  readonly certificates: readonly Certificate[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

/** An OCSP responder and a list are asked one after the other, within the time that a seal may take. */
const PATIENCE_MS = 8_000
const MOST_BYTES = { ocsp: 200_000, crl: 20_000_000, issuer: 100_000 } as const
/** How far clocks may be apart. */
const TOLERANCE_MS = 10 * 60_000
/** An answer that does not say when there will be another one is for now. */
const FRESH_MS = 24 * 3_600_000
const LONGEST_CHAIN = 10
const SHA1 = '1.3.14.3.2.26'
const WHEN_REVOKED = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Asks, for every certificate of these chains that does not vouch for itself, whether it was revoked: its OCSP responder, else
 * its list. Each answer is looked at as a verifier will, so that none is sealed in that proves nothing later.
 *
 * @throws NoRevocationData, CertificateRevoked
 */
export async function validationDataFor(chains: readonly (readonly Certificate[])[], options: RevocationOptions): Promise<ValidationData> {
  const whole = await Promise.all(chains.map((chain) => completed(chain, options)))
  const answers = await answersFor(whole.flatMap(linksIn), options)
  const of = (kind: RevocationAnswer['kind']) => distinct(answers.flatMap((one) => (one.kind === kind ? [one.bytes] : [])))
  const certificates = new Map([...whole.flat(), ...answers.flatMap(({ responders }) => responders)].map((one) => [one.fingerprint, one]))
  return { certificates: [...certificates.values()], ocsps: of('ocsp'), crls: of('crl') }
}

/**
 * The same question where a level needs no answer: a service that does not answer holds nothing up.
 *
 * @throws CertificateRevoked
 */
export async function refuseRevoked(chain: readonly Certificate[], options: RevocationOptions): Promise<void> {
  await answersFor(linksIn(chain), options).catch((error: unknown) => {
    if (!(error instanceof NoRevocationData)) throw error
  })
}

const linksIn = (chain: readonly Certificate[]) =>
  chain.flatMap((certificate, at): Link[] => {
    const issuer = chain[at + 1]
    return issuer ? [{ certificate, issuer }] : []
  })

async function answersFor(links: readonly Link[], options: RevocationOptions): Promise<readonly Answer[]> {
  const distinctLinks = new Map(links.map((link) => [link.certificate.fingerprint, link]))
  const found = await Promise.allSettled([...distinctLinks.values()].map((link) => answerFor(link, options)))
  const failures = found.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  // Of several reasons the one that no patience mends counts.
  const worst = failures.find((one) => one instanceof CertificateRevoked) ?? failures[0]
  if (worst !== undefined) throw worst
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

interface Link {
  readonly certificate: Certificate
  readonly issuer: Certificate
}
interface Answer {
  readonly kind: RevocationAnswer['kind']
  readonly bytes: Uint8Array
  readonly responders: readonly Certificate[]
}

/** Up to a certificate that vouches for itself. Its issuer is among the known ones, or where the certificate says. */
async function completed(chain: readonly Certificate[], { known = [], patienceMs }: RevocationOptions): Promise<readonly Certificate[]> {
  const whole = [...chain]
  for (let top = whole.at(-1); top && !isSelfSigned(top); top = whole.at(-1)) {
    const own = top
    const issuer = known.find((one) => isIssuedBy(own, one)) ?? (await issuerOf(own, patienceMs))
    if (!issuer || whole.length >= LONGEST_CHAIN)
      throw new NoRevocationData(
        `The certificate that issued “${own.name}” is not there: whether it was revoked cannot be found out. Add it to the file of certificates.`,
      )
    whole.push(issuer)
  }
  return whole
}

async function issuerOf(certificate: Certificate, patienceMs?: number): Promise<Certificate | null> {
  for (const url of placesOf(certificate).issuers) {
    try {
      const issuer = readCertificate(derOf(await fetched(url, { most: MOST_BYTES.issuer, patienceMs })))
      if (isIssuedBy(certificate, issuer)) return issuer
    } catch {
      // The sentence that follows says what is missing.
    }
  }
  return null
}

async function answerFor({ certificate, issuer }: Link, options: RevocationOptions): Promise<readonly Answer[]> {
  const { ocsp, crls } = placesOf(certificate)
  if (ocsp.length + crls.length === 0)
    throw new NoRevocationData(
      `The certificate “${certificate.name}” names nobody who says whether it was revoked, so that no seal of this level can be made with it. Use another one, or the level B-T.`,
    )
  const failures: string[] = []
  for (const url of ocsp) {
    try {
      return await askedByOcsp(url, { certificate, issuer }, options)
    } catch (error) {
      failures.push(reasonFrom(error, `The OCSP responder at ${hostOf(url)}`))
    }
  }
  for (const url of crls) {
    try {
      return [await lookedUp(url, { certificate, issuer }, options)]
    } catch (error) {
      failures.push(reasonFrom(error, `The list of revoked certificates at ${hostOf(url)}`))
    }
  }
  throw new NoRevocationData(`Whether the certificate “${certificate.name}” was revoked could not be found out. ${failures.join(' ')}`)
}

async function askedByOcsp(url: string, link: Link, options: RevocationOptions): Promise<readonly Answer[]> {
  const bytes = await fetched(url, {
    most: MOST_BYTES.ocsp,
    patienceMs: options.patienceMs,
    body: ocspRequest(link),
    type: 'application/ocsp-request',
    accept: 'application/ocsp-response',
  })
  const said = read(() => readOcsp(bytes, link.certificate, link.issuer))
  usable(said, link.certificate, options.now)
  const own: Answer = { kind: 'ocsp', bytes, responders: certificatesInOcsp(bytes) }
  if (said.by.fingerprint === link.issuer.fingerprint || needsNoCheck(said.by)) return [own]
  // Nobody vouches for a responder that could be revoked itself and about whom nobody is asked.
  const [list] = placesOf(said.by).crls
  if (list === undefined) throw new NoAnswer('is by a responder whose own certificate may be revoked, and names nobody who says so')
  return [own, await lookedUp(list, { certificate: said.by, issuer: link.issuer }, options)]
}

async function lookedUp(url: string, { certificate, issuer }: Link, { now, patienceMs }: RevocationOptions): Promise<Answer> {
  const bytes = derOf(await fetched(url, { most: MOST_BYTES.crl, patienceMs, accept: 'application/pkix-crl' }))
  usable(
    read(() => readCrl(bytes, certificate, issuer)),
    certificate,
    now,
  )
  return { kind: 'crl', bytes, responders: [] }
}

function read(answer: () => RevocationAnswer): RevocationAnswer {
  try {
    return answer()
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer('cannot be read')
  }
}

function usable(said: RevocationAnswer, { name }: Certificate, now: number): void {
  if (said.from > now + TOLERANCE_MS) throw new NoAnswer('is of a time that has not come yet')
  if (said.until === null ? said.kind === 'crl' || said.from < now - FRESH_MS : said.until < now) throw new NoAnswer('has expired')
  if (said.status === 'revoked')
    throw new CertificateRevoked(`The certificate “${name}” was revoked on ${WHEN_REVOKED(said.revokedAt ?? said.from)} by its issuer.`)
}

function reasonFrom(error: unknown, who: string): string {
  if (error instanceof CertificateRevoked) throw error
  if (error instanceof NoAnswer) return `${who} gave an answer that ${error.message}.`
  return `${who} ${error instanceof NotFetched ? error.message : 'does not answer'}.`
}

/** Where it stands, without what an address may carry besides. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read'
}

function ocspRequest({ certificate, issuer }: Link): Uint8Array {
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest()
  const id = sequence(
    sequence(objectId(SHA1), nothing()),
    octets(sha1(issuer.subject)),
    octets(sha1(issuer.keyBits)),
    integer(certificate.serial),
  )
  return sequence(sequence(sequence(sequence(id))))
}

class NotFetched extends Error {}

interface Fetching {
  readonly most: number
  readonly patienceMs: number | undefined
  readonly body?: Uint8Array
  readonly type?: string
  readonly accept?: string
}

async function fetched(url: string, { most, patienceMs = PATIENCE_MS, body, type, accept }: Fetching): Promise<Uint8Array> {
  try {
    const answer = await fetch(url, {
      ...(body ? { method: 'POST', body: new Uint8Array(body) } : {}),
      headers: { ...(type ? { 'content-type': type } : {}), ...(accept ? { accept } : {}) },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) throw new NotFetched(`answered ${answer.status}`)
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of answer.body ?? []) {
      size += piece.length
      if (size > most) throw new NotFetched('answered with too much')
      pieces.push(piece)
    }
    return new Uint8Array(Buffer.concat(pieces))
  } catch (error) {
    if (error instanceof NotFetched) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new NotFetched(late ? `did not answer within ${patienceMs / 1_000} s` : 'does not answer', { cause: error })
  }
}

/** Some authorities serve PEM where the standard wants DER; files hold DER. */
function derOf(bytes: Uint8Array): Uint8Array {
  const text = bytes[0] === 0x2d ? Buffer.from(bytes).toString('latin1') : ''
  const [, body] = /^-----BEGIN [A-Z0-9 ]+-----([^-]+)-----END/.exec(text) ?? []
  return body === undefined ? bytes : new Uint8Array(Buffer.from(body, 'base64'))
}

function distinct(all: readonly Uint8Array[]): Uint8Array[] {
  return all.filter((one, at) => all.findIndex((other) => Buffer.compare(one, other) === 0) === at)
}
