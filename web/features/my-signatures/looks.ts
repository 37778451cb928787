import { type FieldValue, hasFile, type PackSettings } from '#domain/pack'
import { type Kept, type Kind, offeredIn } from '../kept-signatures/index.ts'
import type { KeptLooks } from './kept.ts'

/** As it can be kept from a document: a picture there stays with it. */
export function keepable(value: FieldValue | null): KeptLooks | null {
  if (value === null || typeof value === 'string' || hasFile(value)) return null
  return value
}

const INSERTS = { signature: 'can_auto_insert_signature', initial: 'can_auto_insert_initials' } as const

/** Signs a field of one's own as it is placed: the latest stored signature, where that may be automatic. */
export function insertedIn(
  signatures: readonly Kept[],
  kind: Kind,
  methods: PackSettings['methods'],
  permissions: readonly string[],
): KeptLooks | null {
  // A picture has to be fetched into the document first: it is offered, not inserted.
  const ready = offeredIn(signatures, kind, { ...methods, uploaded: false })[0]
  return permissions.includes(INSERTS[kind]) && ready ? keepable(ready.data) : null
}
