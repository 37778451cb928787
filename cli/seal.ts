import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealAnchor } from '#command-api'
import { type Credential, type Inspected, inspectCredential } from '#pdf/signature'
import { type Certificate, certificatesOf } from '#pdf/verification'
import type { Configuration } from '#platform/configuration'
import { readIdentity, type Secrets, writeAtomically } from '#platform/secrets'
import type { SealStandard } from '#processes/sealing'
import { ForPeople } from './explain.ts'
import type { Finding } from './finding.ts'

/** What an installation seals with, and by what its seals are known. */
export interface InstallationSeal {
  /** `chosen`: the sender asked for the configured certificate. @throws where that has expired or is not valid yet */
  credential(chosen: boolean, now: number): Credential
  readonly standard: SealStandard
  /** Every certificate that it ever sealed with, and the authorities whose timestamps it ever took. */
  readonly anchors: readonly SealAnchor[]
  readonly authorities: readonly Certificate[]
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

/** Opens what seals. Whatever is wrong with it is known at the start, and not at the first last signature. */
export async function openSeal(
  configuration: Pick<Configuration, 'seal' | 'sealing'>,
  secrets: Pick<Secrets, 'sealing' | 'ownSealing'>,
  dataDir: string,
): Promise<InstallationSeal> {
  const { seal } = configuration
  const own = await inspected(pem(secrets.ownSealing))
  const configured = await configuredIn(configuration, secrets)
  const timestamps = await timestampsOf(seal)
  const sealing = [own, ...(configured ? [configured] : [])].map(({ certificates: [first = ''] }) => first)
  const known = await remembered(join(dataDir, 'secrets', 'seals.pem'), sealing)
  const authorities = await remembered(
    join(dataDir, 'secrets', 'authorities.pem'),
    timestamps ? authoritiesIn(timestamps.certificates) : [],
  )
  return {
    credential(chosen, now) {
      const used = configured && (chosen || seal.every) ? configured : own
      if (now < used.from || now > used.until) throw new Error('the sealing certificate is not valid now')
      return used.credential
    },
    standard: { level: seal.level, timestamps },
    anchors: [
      ...known.map(({ fingerprint, name }) => ({ fingerprint, name })),
      ...authorities.map(({ fingerprint, name, bytes }) => ({ fingerprint, name, authority: new X509Certificate(bytes).toString() })),
    ],
    authorities,
  }
}

const DAY = 24 * 3_600_000

/** How the certificate is that seals, in words. */
export async function sealHealth(
  configuration: Pick<Configuration, 'seal' | 'sealing'>,
  secrets: Pick<Secrets, 'sealing' | 'ownSealing'>,
  now: number,
): Promise<Finding> {
  const name = 'certificate'
  try {
    const configured = await configuredIn(configuration, secrets)
    const kind = configured ? 'configured' : 'self-signed, made by this installation'
    const { from, until, chainMissing } = configured ?? (await inspected(pem(secrets.ownSealing)))
    const days = Math.floor((until - now) / DAY)
    // What sealed so far stays known (`remembered`).
    const another = configured ? 'renew it' : 'move secrets/sealing.pem away, and the next start makes another'
    if (now < from) {
      const clock = 'Check the clock of this machine; where it is right'
      return { name, ok: false, words: `${kind}; it is not valid yet: nothing can be sealed with it. ${clock}, ${another}` }
    }
    if (now > until)
      return { name, ok: false, words: `${kind}; it has expired: nothing can be sealed with it. If the clock is right, ${another}` }
    if (days < 14) return { name, ok: false, words: `${kind}; it expires in ${days} days: ${another}` }
    if (chainMissing)
      return { name, ok: false, words: `${kind}; the certificate that issued it is not in the file: readers will not know whom to trust` }
    return { name, ok: true, words: `${kind}; it expires in ${days} days` }
  } catch (error) {
    return { name, ok: false, words: error instanceof Error ? error.message : 'it cannot be read' }
  }
}

interface Usable extends Inspected {
  readonly credential: Credential
}

async function configuredIn({ seal }: Pick<Configuration, 'seal'>, { sealing }: Pick<Secrets, 'sealing'>): Promise<Usable | null> {
  if (seal.pkcs12) return inspected(await pkcs12Of(seal.pkcs12))
  return sealing.selfSigned ? null : inspected(pem(sealing))
}

async function pkcs12Of({ path, password }: NonNullable<Configuration['seal']['pkcs12']>): Promise<Credential> {
  return { kind: 'pkcs12', bytes: await fileOrThrow(path), password }
}
async function timestampsOf({ timestamps }: Configuration['seal']): Promise<SealStandard['timestamps']> {
  if (timestamps === null) return null
  return { url: timestamps.url, certificates: Buffer.from(await fileOrThrow(timestamps.certificate)).toString('utf8') }
}
const pem = ({ certificate, key }: Secrets['sealing']): Credential => ({ kind: 'pem', certificate, privateKey: key })
const inspected = async (credential: Credential): Promise<Usable> => ({ ...(await inspectCredential(credential)), credential })

/** What a certificate that was replaced sealed or timestamped stays this installation's own: it is remembered beside the secrets. */
async function remembered(path: string, used: readonly string[]): Promise<readonly Certificate[]> {
  const kept = await readFile(path, 'utf8').catch(() => '')
  const before = certificatesOf(kept)
  const added = used.filter((own) => certificatesOf(own).some((one) => !before.some(({ fingerprint }) => fingerprint === one.fingerprint)))
  if (added.length > 0) await writeAtomically(path, kept + added.map((own) => `${own.trim()}\n`).join(''), 0o600)
  return [...before, ...added.flatMap(certificatesOf)]
}

function authoritiesIn(text: string): readonly string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  if (certificatesOf(text).length === 0) throw new ForPeople('The file with the time authority’s certificate holds none in PEM form.')
  return found
}

async function fileOrThrow(path: string): Promise<Uint8Array> {
  return new Uint8Array(
    await readFile(path).catch(() => {
      throw new ForPeople(`The sealing file ${path} cannot be found.`)
    }),
  )
}
