import type pg from 'pg'
import type { Random } from '#platform/ports'
import { boxes } from './boxes.ts'

export type CertificateUse = 'seal' | 'timestamp'

/** Certificates by which seals and timestamps of this installation are known for ever, whichever of its processes used them. */
export interface KnownCertificates {
  /** PEM, by its fingerprint. Again changes nothing. */
  add(use: CertificateUse, certificate: { readonly fingerprint: string; readonly pem: string }): Promise<void>
  /** PEM each, in the order in which they came. */
  all(use: CertificateUse): Promise<readonly string[]>
}

/**
 * An attacker who can write to the database must not be able to make a seal of theirs this installation's: certificates that were not
 * stored under the key are skipped.
 * @param pool with `secretMigrations` applied
 */
export function knownCertificates(
  pool: pg.Pool,
  { key, random }: { readonly key: Uint8Array; readonly random: Random },
): KnownCertificates {
  const own = boxes(key, random)
  const purpose = (use: CertificateUse, fingerprint: string) => `known by ${use} ${fingerprint}`
  function opened(use: CertificateUse, { fingerprint, box }: { fingerprint: string; box: string }): readonly string[] {
    try {
      return [own.open(purpose(use, fingerprint), box)]
    } catch {
      return []
    }
  }
  return {
    async add(use, { fingerprint, pem }) {
      await pool.query(
        `INSERT INTO known_certificate (use, fingerprint, box) VALUES ($1, $2, $3)
         ON CONFLICT (use, fingerprint) DO UPDATE SET box = excluded.box`,
        [use, fingerprint, own.seal(purpose(use, fingerprint), pem)],
      )
    },
    async all(use) {
      const { rows } = await pool.query<{ fingerprint: string; box: string }>(
        'SELECT fingerprint, box FROM known_certificate WHERE use = $1 ORDER BY added, fingerprint',
        [use],
      )
      return rows.flatMap((row) => opened(use, row))
    },
  }
}
