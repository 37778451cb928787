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

/** A file of secrets that is missing, damaged or not what it should be: its words say what to do. */
export class UnusableSecret extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'UnusableSecret'
  }
}

/** What is there before anything is made. */
export interface FoundSecrets {
  /** Of the master key; null where one is yet to be made. */
  readonly fingerprint: string | null
}

/** Reads what there is, and makes nothing: a start that is refused leaves no keys behind. */
export async function findSecrets(options: Pick<SecretsOptions, 'dataDir' | 'masterKey' | 'sealing'>): Promise<FoundSecrets> {
  const folder = folderIn(options)
  const masterKey = options.masterKey ?? (await keptMasterKey(folder))
  await keptIdentity(folder)
  if (options.sealing) await readIdentity(options.sealing)
  return { fingerprint: masterKey && fingerprintOf(masterKey) }
}

/** Opens the installation's secrets, making what is missing. Every other key is derived from the master key. */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const folder = folderIn(options)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const masterKey = options.masterKey ?? (await keptMasterKey(folder)) ?? (await madeMasterKey(folder, options.random))
  const own = (await keptIdentity(folder)) ?? (await madeIdentity(folder, options))
  const derived = (purpose: string) => derivedFrom(masterKey, purpose)
  return {
    masterKey,
    crossSiteKey: derived('cross-site'),
    tokenKey: derived('token'),
    pinKey: derived('one-time-pin'),
    mailKey: derived('mail'),
    filePasswordKey: derived('file-password'),
    fingerprint: fingerprintOf(masterKey),
    sealing: options.sealing ? await readIdentity(options.sealing) : own,
    ownSealing: own,
  }
}

const folderIn = ({ dataDir }: Pick<SecretsOptions, 'dataDir'>) => join(dataDir, 'secrets')
const derivedFrom = (masterKey: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', masterKey, 'paraph', purpose, 32))
const fingerprintOf = (masterKey: Uint8Array) => createHash('sha256').update(derivedFrom(masterKey, 'fingerprint')).digest('base64url')

const masterKeyIn = (folder: string) => join(folder, 'master.key')

async function keptMasterKey(folder: string): Promise<Uint8Array | null> {
  const path = masterKeyIn(folder)
  const kept = await readIfThere(path)
  if (kept === null) return null
  const bytes = Buffer.from(kept.trim(), 'base64')
  // Making a new one here would silently turn every confidential value into noise.
  if (bytes.length !== 32) throw new UnusableSecret(`${path} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`)
  return new Uint8Array(bytes)
}

async function madeMasterKey(folder: string, random: Random): Promise<Uint8Array> {
  const made = random.bytes(32)
  await writeAtomically(masterKeyIn(folder), `${Buffer.from(made).toString('base64')}\n`, 0o600)
  return made
}

/** The configured certificate and its key. */
export async function readIdentity(paths: NonNullable<SecretsOptions['sealing']>): Promise<SealingIdentity> {
  const certificate = await readPem(paths.certificate, 'CERTIFICATE')
  const key = await readPem(paths.key, 'PRIVATE KEY')
  return { certificate, key, selfSigned: false }
}

// One file for both, so that a crash can't leave a certificate beside another one's key.
const identityIn = (folder: string) => join(folder, 'sealing.pem')

async function keptIdentity(folder: string): Promise<SealingIdentity | null> {
  const path = identityIn(folder)
  const kept = await readIfThere(path)
  if (kept === null) return null
  const key = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/.exec(kept)?.[0]
  const certificate = kept.replace(key ?? '', '').trim()
  if (!key || !certificate.includes('BEGIN CERTIFICATE')) {
    throw new UnusableSecret(`${path} is damaged: it must hold a certificate and its private key. Restore it from a backup.`)
  }
  return { certificate, key, selfSigned: true }
}

async function madeIdentity(folder: string, { makeSealing }: Pick<SecretsOptions, 'makeSealing'>): Promise<SealingIdentity> {
  const made = await makeSealing()
  const [certificate, key] = [made.certificate.trim(), made.key.trim()]
  await writeAtomically(identityIn(folder), `${certificate}\n${key}\n`, 0o600)
  return { certificate, key, selfSigned: true }
}

async function readPem(path: string, label: string): Promise<string> {
  const text = await readIfThere(path)
  if (text === null) throw new UnusableSecret(`The sealing file ${path} cannot be found.`)
  if (!text.includes(`${label}-----`)) throw new UnusableSecret(`The sealing file ${path} holds no ${label.toLowerCase()} in PEM form.`)
  return text
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
