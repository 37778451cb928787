/** An advisory lock by the SQL of its 64 bits; two-part locks are their parts side by side. */
export interface Lock {
  readonly bits: string
  readonly twoParts: boolean
}

/** Locks on names form a class of their own. */
export const NAMES_CLASS = 7_303

/** @param name SQL of a text */
export const lockOfName = (name: string): Lock => ({
  bits: `((${NAMES_CLASS}::bigint << 32) | (hashtext(${name})::bigint & 4294967295))`,
  twoParts: true,
})

/** The SQL of whether a row of `pg_locks` is this lock, held by somebody in this database. */
export const isHeld = ({ bits, twoParts }: Lock): string =>
  `locktype = 'advisory' AND granted AND objsubid = ${twoParts ? 2 : 1}
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND (classid::bigint << 32) | objid::bigint = ${bits}`
