import { disclosed } from '#domain/kernel'
import { digestOfAddress } from '#domain/user'
import type { Queries } from '#platform/postgres'
import type { Step } from '#projections/packs'
import type { HolderOf } from './notifications-for.ts'

/** No two accounts have one address, and none ever changes its own. */
export async function recordAddressHolder(tables: Queries, email: string, user: string): Promise<void> {
  await tables.query('INSERT INTO holder (address, "user") VALUES ($1, $2) ON CONFLICT (address) DO UPDATE SET "user" = EXCLUDED."user"', [
    digestOfAddress(email),
    user,
  ])
}

export async function forgetHolder(tables: Queries, user: string): Promise<void> {
  await tables.query('DELETE FROM holder WHERE "user" = $1', [user])
}

/** Whose the addresses are that these steps ask somebody at who was not chosen as a user. */
export async function addressHolders(tables: Queries, steps: readonly Step[]): Promise<HolderOf> {
  const asked = steps.flatMap(({ event: { fact }, after }) => {
    if (fact.type !== 'SignatureRequestQueued') return []
    const { signatory } = fact.data
    const found = after.signatories.find(({ uuid, user }) => uuid === signatory && user === null)
    const email = found ? disclosed(found.email, '') : ''
    return email === '' ? [] : digestOfAddress(email)
  })
  if (asked.length === 0) return () => undefined
  const { rows } = await tables.query<{ address: string; user: string }>(
    'SELECT address, "user" FROM holder WHERE address = ANY($1::text[])',
    [[...new Set(asked)]],
  )
  const known = new Map(rows.map(({ address, user }) => [address, user]))
  return (email) => (email === '' ? undefined : known.get(digestOfAddress(email)))
}
