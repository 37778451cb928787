import { useEffect, useState } from 'react'
import type { Field, FieldValue, PackSettings } from '#domain/pack'
import { type Kept, keptFor, kindOf, offeredIn } from './kept.ts'
import { Tiles } from './Tiles.tsx'

export interface OfferedToSignerProps {
  readonly document: string
  readonly field: Field
  readonly methods: PackSettings['methods']
  onUse(value: FieldValue): void
  onFailed(message: string): void
}

/** On a signing page: what the signer keeps in the account that is logged in to in this browser. */
export function OfferedToSigner({ document, field, methods, onUse, onFailed }: OfferedToSignerProps) {
  const [signatures, setSignatures] = useState<readonly Kept[]>([])
  useEffect(() => {
    let current = true
    // A signer who sees none of them signs as everybody does.
    keptFor(document).then(
      (kept) => current && setSignatures(kept),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [document])
  return <Tiles document={document} offered={offeredIn(signatures, kindOf(field.type), methods)} onUse={onUse} onFailed={onFailed} />
}
