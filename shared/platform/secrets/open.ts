import { createHash, hkdfSync } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '#platform/ports'
import { writeAtomically } from './atomic-file.ts'
import { keptIdentity, readIdentity } from './identity.ts'
import { readIfThere, UnusableSecret } from './unusable.ts'

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
  /** Encrypts the secrets that sign webhooks. */
  readonly webhookKey: Uint8Array
  /** Encrypts the private key that the installation made to seal with, and holds together what it knows seals by. */
  readonly sealingKey: Uint8Array
  /** Encrypts what many documents hold alike, and salts it. */
  readonly sharedLeafKey: Uint8Array
  /** Shown by anybody who can read the master key: an operator, who may know how each dependency is. */
  readonly healthToken: string
  /** Tells master keys apart without revealing them. */
  readonly fingerprint: string
}

export interface SecretsOptions {
  readonly dataDir: string
  readonly random: Random
  /** From the configuration; made and kept in the data folder where null. */
  readonly masterKey: Uint8Array | null
}

/** What is there before anything is made. */
export interface FoundSecrets {
  /** Of the master key; null where one is yet to be made. */
  readonly fingerprint: string | null
  readonly healthToken: string | null
}

/** Reads what there is, and makes nothing: a start that is refused leaves no keys behind. */
export async function findSecrets(
  options: Pick<SecretsOptions, 'dataDir' | 'masterKey'> & {
    /** Paths of PEM files from the configuration. */
    readonly sealing: { readonly certificate: string; readonly key: string } | null
  },
): Promise<FoundSecrets> {
  const masterKey = options.masterKey ?? (await keptMasterKey(folderIn(options)))
  await keptIdentity(options.dataDir)
  if (options.sealing) await readIdentity(options.sealing)
  return { fingerprint: masterKey && fingerprintOf(masterKey), healthToken: masterKey && healthTokenOf(masterKey) }
}

/** Opens the installation's secrets, making what is missing. Every other key is derived from the master key. */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const folder = folderIn(options)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const masterKey = options.masterKey ?? (await keptMasterKey(folder)) ?? (await madeMasterKey(folder, options.random))
  const derived = (purpose: string) => derivedFrom(masterKey, purpose)
  return {
    masterKey,
    crossSiteKey: derived('cross-site'),
    tokenKey: derived('token'),
    pinKey: derived('one-time-pin'),
    mailKey: derived('mail'),
    filePasswordKey: derived('file-password'),
    webhookKey: derived('webhook'),
    sealingKey: derived('sealing'),
    sharedLeafKey: derived('shared-leaf'),
    healthToken: healthTokenOf(masterKey),
    fingerprint: fingerprintOf(masterKey),
  }
}

const folderIn = ({ dataDir }: Pick<SecretsOptions, 'dataDir'>) => join(dataDir, 'secrets')
const derivedFrom = (masterKey: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', masterKey, 'paraph', purpose, 32))
const healthTokenOf = (masterKey: Uint8Array) => Buffer.from(derivedFrom(masterKey, 'health')).toString('base64url')
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
