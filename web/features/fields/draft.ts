import { useEffect, useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { Field } from '#domain/pack'

/** What is being typed: the field's own text, until the person types. It follows changes from elsewhere while idle. */
export function useTextDraft(field: Field): { readonly text: string; set(text: string): void; settle(): void } {
  const value = disclosed(field.value, '')
  const held = typeof value === 'string' ? value : ''
  const [draft, setDraft] = useState<string | null>(null)
  useEffect(() => {
    // The typed text has arrived: from here on the field speaks again.
    setDraft((current) => (current === held ? null : current))
  }, [held])
  return { text: draft ?? held, set: setDraft, settle: () => setDraft(null) }
}
