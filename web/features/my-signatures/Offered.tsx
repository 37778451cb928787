import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import type { Field, FieldValue, PackSettings } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import { type Kept, kindOf, offeredIn, Tiles } from '../kept-signatures/index.ts'
import { keep, kept, loadKept } from './kept.ts'
import { keepable } from './looks.ts'

interface Props {
  readonly document: string
  readonly field: Field
  readonly methods: PackSettings['methods']
  onUse(value: FieldValue): void
}

/** In a field of one's own: stored signatures to sign with by one press, and keeping the one just made. */
export function OfferedSignatures({ document, field, methods, onUse }: Props) {
  const words = useWords('my_signatures')
  const { user } = useSession()
  const mayKeep = useMay('can_update_signature_and_initials')
  const { signatures } = useSnapshot(kept)
  const key = user?.key
  useEffect(() => {
    if (key) void loadKept(key)
  }, [key])
  if (!key || signatures === null) return null
  const kind = kindOf(field.type)
  const offered = offeredIn(signatures as readonly Kept[], kind, methods)
  const made = keepable(field.value === null ? null : disclosed(field.value, null))
  const isKept = made !== null && signatures.some(({ type, data }) => type === kind && JSON.stringify(data) === JSON.stringify(made))
  return (
    <>
      {field.value === null && <Tiles document={document} offered={offered} onUse={onUse} onFailed={say.danger} />}
      {made !== null && !isKept && mayKeep && (
        <div>
          <Button
            size="sm"
            variant="subtle"
            onClick={() =>
              keep(key, kind, made).then(
                () => say.success(words('kept')),
                (thrown: unknown) => say.danger(messageOf(thrown, words('failed'))),
              )
            }
          >
            {words('keep_for_next')}
          </Button>
        </div>
      )}
    </>
  )
}
