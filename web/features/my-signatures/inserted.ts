import { type FieldTypeName, fieldTypes, type PackSettings } from '#domain/pack'
import { session } from '../auth/index.ts'
import { type Kept, kindOf } from '../kept-signatures/index.ts'
import { type KeptLooks, kept, loadKept } from './kept.ts'
import { insertedIn } from './looks.ts'

/** Has what somebody keeps at hand before they place fields. */
export function readySignatures(): void {
  if (session.user) void loadKept(session.user.key)
}

/** What signs a new field of the account holder's own; null where nothing does. */
export function insertedSignature(type: FieldTypeName, methods: PackSettings['methods']): KeptLooks | null {
  if (!fieldTypes[type].isSignature || kept.of !== session.user?.key) return null
  return insertedIn((kept.signatures ?? []) as readonly Kept[], kindOf(type), methods, session.workspace?.permissions ?? [])
}
