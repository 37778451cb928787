import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A pause after which typed text becomes a change. */
const PAUSE_MS = 600

/** Text that is a change once the person pauses, leaves or presses Enter; Escape takes it back. */
/** `dropped`: another number drops the typed text, where something else took its place. */
export function useDraft(value: string, commit: (text: string) => void, dropped = 0) {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef({ draft, commit, value })
  latest.current = { draft, commit, value }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Typed since it was a change last: what is only still standing there may have been changed by somebody else. */
  const typed = useRef(false)
  const settle = () => {
    clearTimeout(timer.current)
    const { draft: text, commit: save, value: held } = latest.current
    if (typed.current && text !== null && text !== held) save(text)
    typed.current = false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: that it is another is all that counts
  useLayoutEffect(() => {
    clearTimeout(timer.current)
    typed.current = false
    setDraft(null)
  }, [dropped])
  const last = useRef(settle)
  last.current = settle
  // Typed text is kept when the panel goes away with another selection.
  useEffect(() => () => last.current(), [])
  return {
    value: draft ?? value,
    onChange(event: { currentTarget: { value: string } }) {
      typed.current = true
      setDraft(event.currentTarget.value)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => last.current(), PAUSE_MS)
    },
    onBlur() {
      settle()
      setDraft(null)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) settle()
      if (event.key === 'Escape' && latest.current.draft !== null) {
        // There it leaves the dialog, and the typed text is kept with it.
        if (event.currentTarget.closest('[role="dialog"]')) return settle()
        event.stopPropagation()
        clearTimeout(timer.current)
        typed.current = false
        latest.current.draft = null
        setDraft(null)
      }
    },
  }
}

type Own = { readonly value: string; onCommit(text: string): void }
type InputProps = Omit<TextInputProps, 'value'> & Own & { onLeave?(): void; readonly dropped?: number }
export function DraftInput({ value, onCommit, onLeave, onKeyDown, dropped, ...rest }: InputProps) {
  const draft = useDraft(value, onCommit, dropped)
  const leave = () => {
    draft.onBlur()
    onLeave?.()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // An open list of suggestions takes Enter and Escape for itself.
    const suggests = event.currentTarget.getAttribute('aria-expanded') === 'true'
    onKeyDown?.(event)
    if (event.defaultPrevented) return
    if (suggests && event.key === 'Escape') event.stopPropagation()
    else draft.onKeyDown(event)
  }
  return <TextInput size="sm" {...rest} {...draft} onKeyDown={press} onBlur={leave} />
}
export function DraftArea({ value, onCommit, ...rest }: Omit<TextareaProps, 'value'> & Own) {
  return <Textarea size="sm" autosize minRows={2} maxRows={8} {...rest} {...useDraft(value, onCommit)} />
}
