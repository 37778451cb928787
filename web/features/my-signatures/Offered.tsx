import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import type { Field, FieldValue, PackSettings } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { FieldPaint } from '../fields/index.ts'
import { kindOf } from './inserted.ts'
import { type Kept, type Kind, keep, kept, loadKept, usedIn } from './kept.ts'
import { keepable, offeredIn } from './looks.ts'
import classes from './my-signatures.module.css'

interface Props {
  readonly document: string
  readonly field: Field
  readonly methods: PackSettings['methods']
  onUse(value: FieldValue): void
}

/** In a field of one's own: what was used before, to sign with one press, and keeping what was just made. */
export function OfferedSignatures({ document, field, methods, onUse }: Props) {
  const words = useWords('my_signatures')
  const { user, workspace } = useSession()
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
  const mayKeep = workspace?.permissions.includes('can_update_signature_and_initials') ?? false
  return (
    <>
      {field.value === null && offered.length > 0 && (
        <fieldset className={classes.offered}>
          <legend>{words('offered')}</legend>
          <div className={classes.tiles}>
            {offered.map((one, at) => (
              <button
                key={one.key}
                type="button"
                className={classes.tile}
                aria-label={labelOfUse(words, one, at)}
                onClick={() =>
                  usedIn(document, one).then(onUse, (thrown: unknown) => {
                    say.danger(messageOf(thrown, words('use_failed')))
                  })
                }
              >
                <Looks type={one.type} value={one.data} />
              </button>
            ))}
          </div>
        </fieldset>
      )}
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

const labelOfUse = (words: ReturnType<typeof useWords<'my_signatures'>>, { data, text }: Kept, at: number) =>
  text ? words('use', { text }) : words(data.method === 'uploaded' ? 'use_picture' : 'use_drawn', { n: String(at + 1) })

export function Looks({ type, value }: { readonly type: Kind; readonly value: FieldValue }) {
  return <FieldPaint field={{ type, width: 240_000, height: 64_000, value }} />
}
