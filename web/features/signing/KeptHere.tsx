import { lazy, Suspense } from 'react'
import { fieldTypeOf } from '#domain/pack'
import type { OfferedToSignerProps } from '../kept-signatures/index.ts'
import type { OpenedSession } from './session.ts'

// Few signers have an account here: nobody else waits for it.
const Offered = lazy(() => import('../kept-signatures/index.ts').then((door) => ({ default: door.OfferedToSigner })))

interface Props extends Omit<OfferedToSignerProps, 'document'> {
  readonly session: OpenedSession
}

/** What a signer who is logged in to their own account keeps for fields like this one. */
export function KeptHere({ session, field, ...offer }: Props) {
  if (!session.keeps_signatures || !fieldTypeOf(field).isSignature || field.value !== null) return null
  return (
    <Suspense fallback={null}>
      <Offered document={session.document_key} field={field} {...offer} />
    </Suspense>
  )
}
