import { createHash, hkdfSync } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '#platform/ports'
import { writeAtomically } from './atomic-file.ts'

/** The certificate that seals final files, with its chain, and its private key; PEM both. */
export interface SealingIdentity {
  readonly certificate: string
  readonly key: string
  /** Made by this installation, so known to nobody else. */
  readonly selfSigned: boolean
}

export interface Secrets {
  /** Wraps the keys of confidential values. Lost, they are unreadable for ever. */
  readonly masterKey: Uint8Array
  /** Binds the cross-site header to a session. */
  readonly crossSiteKey: Uint8Array
  /** Keyed hash of tokens and addresses that are looked up. */
  readonly tokenKey: Uint8Array
  /** Keyed hash of one-time PINs. */
  readonly pinKey: Uint8Array
  /** Encrypts links and addresses of mails that wait. */
  readonly mailKey: Uint8Array
  /** Encrypts passwords of uploaded files between processes. */
  readonly filePasswordKey: Uint8Array
  /** Tells master keys apart without revealing them. */
  readonly fingerprint: string
  /** The configured one where there is one in PEM form, else the installation's own. */
  readonly sealing: SealingIdentity
  /** Made by the installation at its first start, whatever is configured. */
  readonly ownSealing: SealingIdentity
}

export interface SecretsOptions {
  readonly dataDir: string
  readonly random: Random
  /** From the configuration; made and kept in the data folder where null. */
  readonly masterKey: Uint8Array | null
  /** Paths of PEM files from the configuration. */
  readonly sealing: { readonly certificate: string; readonly key: string } | null
  /** Makes the installation's own certificate at the first start. */
  readonly makeSealing: () => Promise<{ certificate: string; key: string }>
}

/** Opens the installation's secrets, making what is missing. Every other key is derived from the master key. */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const folder = join(options.dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const masterKey = options.masterKey ?? (await masterKeyIn(folder, options.random))
  const own = await ownIdentity(folder, options)
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', masterKey, 'paraph', purpose, 32))
  return {
    masterKey,
    crossSiteKey: derived('cross-site'),
    tokenKey: derived('token'),
    pinKey: derived('one-time-pin'),
    mailKey: derived('mail'),
    filePasswordKey: derived('file-password'),
    fingerprint: createHash('sha256').update(derived('fingerprint')).digest('base64url'),
    sealing: options.sealing ? await configuredIdentity(options.sealing) : own,
    ownSealing: own,
  }
}

async function masterKeyIn(folder: string, random: Random): Promise<Uint8Array> {
  const path = join(folder, 'master.key')
  const kept = await readIfThere(path)
  if (kept === null) {
    const made = random.bytes(32)
    await writeAtomically(path, `${Buffer.from(made).toString('base64')}\n`, 0o600)
    return made
  }
  const bytes = Buffer.from(kept.trim(), 'base64')
  // Making a new one here would silently turn every confidential value into noise.
  if (bytes.length !== 32) throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`)
  return new Uint8Array(bytes)
}

async function configuredIdentity(paths: NonNullable<SecretsOptions['sealing']>): Promise<SealingIdentity> {
  const certificate = await readPem(paths.certificate, 'CERTIFICATE')
  const key = await readPem(paths.key, 'PRIVATE KEY')
  return { certificate, key, selfSigned: false }
}

async function ownIdentity(folder: string, options: SecretsOptions): Promise<SealingIdentity> {
  // One file for both, so that a crash can't leave a certificate beside another one's key.
  const path = join(folder, 'sealing.pem')
  let kept = await readIfThere(path)
  if (kept === null) {
    const made = await options.makeSealing()
    kept = `${made.certificate.trim()}\n${made.key.trim()}\n`
    await writeAtomically(path, kept, 0o600)
  }
  const key = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/.exec(kept)?.[0]
  const certificate = kept.replace(key ?? '', '').trim()
  if (!key || !certificate.includes('BEGIN CERTIFICATE')) {
    throw new Error(`${path} is damaged: it must hold a certificate and its private key. Restore it from a backup.`)
  }
  return { certificate, key, selfSigned: true }
}

async function readPem(path: string, label: string): Promise<string> {
  const text = await readIfThere(path)
  if (text === null) throw new Error(`The sealing file ${path} cannot be found.`)
  if (!text.includes(`${label}-----`)) throw new Error(`The sealing file ${path} holds no ${label.toLowerCase()} in PEM form.`)
  return text
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
