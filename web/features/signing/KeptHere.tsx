import { lazy, Suspense } from 'react'
import { type Field, type FieldValue, fieldTypeOf, type PackSettings } from '#domain/pack'
import type { OpenedSession } from './session.ts'

// Few signers have an account here: nobody else waits for it.
const Offered = lazy(() => import('../kept-signatures/index.ts').then((door) => ({ default: door.OfferedToSigner })))

interface Props {
  readonly session: OpenedSession
  readonly field: Field
  readonly methods: PackSettings['methods']
  onUse(value: FieldValue): void
  onFailed(message: string): void
}

/** What a signer who is logged in to their own account keeps for fields like this one. */
export function KeptHere({ session, field, methods, onUse, onFailed }: Props) {
  if (!session.keeps_signatures || !fieldTypeOf(field).isSignature || field.value !== null) return null
  return (
    <Suspense fallback={null}>
      <Offered document={session.document_key} field={field} methods={methods} onUse={onUse} onFailed={onFailed} />
    </Suspense>
  )
}
