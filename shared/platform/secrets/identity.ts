import { join } from 'node:path'
import type pg from 'pg'
import type { Random } from '#platform/ports'
import { boxes } from './boxes.ts'
import { readIfThere, UnusableSecret } from './unusable.ts'

/** A certificate that seals final files, with its chain, and its private key; PEM both. */
export interface SealingIdentity {
  readonly certificate: string
  readonly key: string
}

export interface OwnIdentityOptions {
  /** Encrypts the private key where it is kept. */
  readonly key: Uint8Array
  readonly random: Random
  /** Where earlier versions kept it. */
  readonly dataDir: string
  make(): Promise<SealingIdentity>
  /** Whether what is sealed by this certificate now, and for a while, is sealed by one that holds. */
  lasts(certificate: string): boolean
}

const PURPOSE = 'own sealing identity'
const CHANGED =
  'The sealing key of this installation was changed in the database and cannot be opened. Restore the table sealing_identity from a backup, or empty it: the next start makes another, and sealed files stay known.'

/**
 * The installation's own, one for all its processes wherever their folders are: made at the first start, and again at the first start
 * after which it would not last. @param pool with `secretMigrations` applied
 */
export async function ownIdentity(pool: pg.Pool, { key, random, dataDir, make, lasts }: OwnIdentityOptions): Promise<SealingIdentity> {
  const own = boxes(key, random)
  const stored = async () => (await pool.query<{ box: string }>('SELECT box FROM sealing_identity')).rows[0]?.box ?? null
  function opened(box: string): SealingIdentity {
    try {
      return JSON.parse(own.open(PURPOSE, box)) as SealingIdentity
    } catch (cause) {
      throw new UnusableSecret(CHANGED, { cause })
    }
  }
  const held = await stored()
  const current = held === null ? null : opened(held)
  if (current && lasts(current.certificate)) return current
  const kept = held === null ? await keptIdentity(dataDir) : null
  const { certificate, key: privateKey } = kept && lasts(kept.certificate) ? kept : await make()
  const next = own.seal(PURPOSE, JSON.stringify({ certificate: certificate.trim(), key: privateKey.trim() } satisfies SealingIdentity))
  if (held === null) await pool.query('INSERT INTO sealing_identity (box) VALUES ($1) ON CONFLICT DO NOTHING', [next])
  else await pool.query('UPDATE sealing_identity SET box = $1 WHERE box = $2', [next, held])
  // Another process may have been first: it is theirs then.
  return opened((await stored()) ?? next)
}

export async function readIdentity(paths: { readonly certificate: string; readonly key: string }): Promise<SealingIdentity> {
  const certificate = await readPem(paths.certificate, 'CERTIFICATE')
  const key = await readPem(paths.key, 'PRIVATE KEY')
  return { certificate, key }
}

async function readPem(path: string, label: string): Promise<string> {
  const text = await readIfThere(path)
  if (text === null) throw new UnusableSecret(`The sealing file ${path} cannot be found.`)
  if (!text.includes(`${label}-----`)) throw new UnusableSecret(`The sealing file ${path} holds no ${label.toLowerCase()} in PEM form.`)
  return text
}

/** As earlier versions kept it, in one file. */
export async function keptIdentity(dataDir: string): Promise<SealingIdentity | null> {
  const path = join(dataDir, 'secrets', 'sealing.pem')
  const kept = await readIfThere(path)
  if (kept === null) return null
  const key = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/.exec(kept)?.[0]
  const certificate = kept.replace(key ?? '', '').trim()
  if (!key || !certificate.includes('BEGIN CERTIFICATE')) {
    throw new UnusableSecret(`${path} is damaged: it must hold a certificate and its private key. Restore it from a backup.`)
  }
  return { certificate, key }
}
