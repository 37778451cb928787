import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealAnchor } from '#command-api'
import { type Credential, type Inspected, inspectCredential } from '#pdf/signature'
import { type Certificate, certificatesOf, placesOf } from '#pdf/verification'
import type { Configuration } from '#platform/configuration'
import { type CertificateUse, type KnownCertificates, readIdentity, type SealingIdentity, writeAtomically } from '#platform/secrets'
import type { SealStandard } from '#processes/sealing'
import { ForPeople } from './explain.ts'
import type { Finding } from './finding.ts'

/** What an installation seals with, and by what its seals are known. */
export interface InstallationSeal {
  /** `chosen`: the sender asked for the configured certificate. @throws where that has expired or is not valid yet */
  credential(chosen: boolean, now: number): Credential
  readonly standard: SealStandard
  /** Every certificate that it ever sealed with, and the authorities whose timestamps it ever took, in whichever of its processes. */
  anchors(): Promise<readonly SealAnchor[]>
  authorities(): Promise<readonly Certificate[]>
}

export interface Sealing {
  /** Made by the installation. */
  readonly own: SealingIdentity
  /** Given in PEM form; null: none. */
  readonly configured: SealingIdentity | null
}

/** What the settings name for it can be read: asked before anything is made. */
export async function requireReadableSeal({ seal, sealing }: Pick<Configuration, 'seal' | 'sealing'>): Promise<void> {
  if (seal.pkcs12) await requireUsable(await pkcs12Of(seal.pkcs12))
  else if (sealing) await requireUsable(pem(await readIdentity(sealing)))
  const timestamps = await timestampsOf(seal)
  if (timestamps) authoritiesIn(timestamps.certificates)
}

async function requireUsable(credential: Credential): Promise<void> {
  await inspected(credential).catch((error: Error) => {
    const words = `The configured sealing certificate cannot be used: ${error.message.replace(/\.$/, '')}.`
    throw new ForPeople(`${words} Check its file, the key that belongs to it, and the password where it has one.`, { cause: error })
  })
}

/** Opens the sealing certificate. Anything wrong with it shows at the start, and not at the first last signature. */
export async function openSeal(
  { seal }: Pick<Configuration, 'seal'>,
  sealing: Sealing,
  known: KnownCertificates,
  dataDir: string,
): Promise<InstallationSeal> {
  const own = await inspected(pem(sealing.own))
  const configured = await configuredIn(seal, sealing)
  const timestamps = await timestampsOf(seal)
  const seals = [own, ...(configured ? [configured] : [])].map(({ certificates: [first = ''] }) => first)
  await remember(known, 'seal', join(dataDir, 'secrets', 'seals.pem'), seals)
  const taken = timestamps ? authoritiesIn(timestamps.certificates) : []
  await remember(known, 'timestamp', join(dataDir, 'secrets', 'authorities.pem'), taken)
  const all = async (use: CertificateUse) => (await known.all(use)).flatMap(certificatesOf)
  return {
    credential(chosen, now) {
      const used = configured && (chosen || seal.every) ? configured : own
      if (now < used.from || now > used.until) throw new Error('the sealing certificate is not valid now')
      return used.credential
    },
    standard: { level: seal.level, timestamps },
    async anchors() {
      const [sealed, stamped] = await Promise.all([all('seal'), all('timestamp')])
      return [
        ...sealed.map(({ fingerprint, name }) => ({ fingerprint, name })),
        ...stamped.map(({ fingerprint, name, bytes }) => ({ fingerprint, name, authority: new X509Certificate(bytes).toString() })),
      ]
    },
    authorities: () => all('timestamp'),
  }
}

const DAY = 24 * 3_600_000
/** Before its end health speaks of it, and the next start makes another where it is the installation's own. */
const SOON = 14 * DAY

/** Whether what the installation made to seal with is good now, and for a while. */
export function isLasting(certificate: string, now: number): boolean {
  const [own] = certificatesOf(certificate)
  return own !== undefined && own.from <= now && now < own.until - SOON
}

/** How the certificate is that seals, in words. */
export async function sealHealth({ seal }: Pick<Configuration, 'seal'>, sealing: Sealing, now: number): Promise<Finding> {
  const name = 'certificate'
  try {
    const configured = await configuredIn(seal, sealing)
    const kind = configured ? 'configured' : 'self-signed, made by this installation'
    const { from, until, chainMissing, selfSigned, certificates } = configured ?? (await inspected(pem(sealing.own)))
    const days = Math.floor((until - now) / DAY)
    // What sealed so far stays known.
    const another = configured ? 'renew it' : 'restart Paraph, which makes another'
    if (now < from) {
      const clock = 'Check the clock of this machine; where it is right'
      return { name, ok: false, words: `${kind}; it is not valid yet: nothing can be sealed with it. ${clock}, ${another}` }
    }
    if (now > until)
      return { name, ok: false, words: `${kind}; it has expired: nothing can be sealed with it. If the clock is right, ${another}` }
    if (now >= until - SOON) return { name, ok: false, words: `${kind}; it expires in ${days} days: ${another}` }
    if (chainMissing)
      return { name, ok: false, words: `${kind}; the certificate that issued it is not in the file: readers will not know whom to trust` }
    if (isLongTerm(seal.level) && !selfSigned && !isAnsweredFor(certificates[0] ?? '')) {
      const words = `${kind}; it names nobody who says whether it was revoked: nothing can be sealed with it at ${seal.level}. Use another one, or PARAPH_SEALING_LEVEL=B-T`
      return { name, ok: false, words }
    }
    return { name, ok: true, words: `${kind}; it expires in ${days} days` }
  } catch (error) {
    return { name, ok: false, words: error instanceof Error ? error.message : 'it cannot be read' }
  }
}

const isLongTerm = (level: SealStandard['level']) => level === 'B-LT' || level === 'B-LTA'

/** Whether a certificate says where to ask about it. */
function isAnsweredFor(pem: string): boolean {
  return certificatesOf(pem).some((one) => placesOf(one).ocsp.length + placesOf(one).crls.length > 0)
}

interface Usable extends Inspected {
  readonly credential: Credential
}

async function configuredIn(seal: Configuration['seal'], { configured }: Sealing): Promise<Usable | null> {
  if (seal.pkcs12) return inspected(await pkcs12Of(seal.pkcs12))
  return configured && inspected(pem(configured))
}

async function pkcs12Of({ path, password }: NonNullable<Configuration['seal']['pkcs12']>): Promise<Credential> {
  return { kind: 'pkcs12', bytes: await fileOrThrow(path), password }
}
async function timestampsOf({ timestamps }: Configuration['seal']): Promise<SealStandard['timestamps']> {
  if (timestamps === null) return null
  return { url: timestamps.url, certificates: Buffer.from(await fileOrThrow(timestamps.certificate)).toString('utf8') }
}
const pem = ({ certificate, key }: SealingIdentity): Credential => ({ kind: 'pem', certificate, privateKey: key })
const inspected = async (credential: Credential): Promise<Usable> => ({ ...(await inspectCredential(credential)), credential })

/**
 * Files that a replaced certificate sealed or timestamped stay this installation's own. All known certificates stand in a file next to
 * the secrets too, to be published; it may hold some from before they stood anywhere else.
 */
async function remember(known: KnownCertificates, use: CertificateUse, path: string, used: readonly string[]): Promise<void> {
  const kept = await readFile(path, 'utf8').catch(() => '')
  const there = new Set(await known.all(use))
  for (const pem of [...pemsIn(kept), ...used].map((text) => text.trim()).filter((text) => !there.has(text))) {
    for (const { fingerprint } of certificatesOf(pem)) await known.add(use, { fingerprint, pem })
  }
  const all = (await known.all(use)).map((text) => `${text}\n`).join('')
  if (all !== kept) await writeAtomically(path, all, 0o600)
}

const pemsIn = (text: string): readonly string[] => text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []

function authoritiesIn(text: string): readonly string[] {
  if (certificatesOf(text).length === 0) throw new ForPeople('The file with the time authority’s certificate holds none in PEM form.')
  return pemsIn(text)
}

async function fileOrThrow(path: string): Promise<Uint8Array> {
  return new Uint8Array(
    await readFile(path).catch(() => {
      throw new ForPeople(`The sealing file ${path} cannot be found.`)
    }),
  )
}
