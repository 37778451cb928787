import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { LiveDot } from '../../ui/index.ts'
import classes from './present.module.css'

/** A signer who has not typed for so long is not typing. */
const IDLE_MS = 3_000

/** Shows those who may know it at which field the signer is, and that they type; never what. */
export function useTellingField(pack: PackSession, field: string | null) {
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typing = useRef<string | null>(null)
  const types = (now: string | null) => {
    clearTimeout(idle.current)
    if (now !== null) idle.current = setTimeout(() => types(null), IDLE_MS)
    if (now === typing.current) return
    typing.current = now
    pack.here({ typing: now })
  }
  useEffect(() => {
    typing.current = null
    pack.here({ selection: field === null ? [] : [field], typing: null })
    return () => clearTimeout(idle.current)
  }, [pack, field])
  return { onInput: () => types(field), onBlur: () => types(null) }
}

/** Said where the workspace lets signers know it. */
export function SenderHere({ pack }: { readonly pack: PackSession }) {
  const words = useWords('signing')
  const { people } = useSnapshot(pack.store)
  if (!people.some(({ as }) => as === 'sender')) return null
  return (
    <span className={classes.senderHere} role="status">
      <LiveDot />
      {words('sender_here')}
    </span>
  )
}
