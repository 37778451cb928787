import { TextInput } from '@mantine/core'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { webAddress } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import { useUnprintable } from './metrics.ts'
import type { FieldAroundProps, FieldInputProps, FieldWidget } from './widget.ts'

/** The address is the sender's to give. */
function LinkFieldInput({ field, onCommit }: FieldInputProps) {
  const words = useWords('fields')
  const draft = useTextDraft(field)
  const [bad, setBad] = useState(false)
  const unprintable = useUnprintable(field)
  const problem = unprintable(draft.text)
  const give = () => {
    const address = addressOf(draft.text)
    setBad(address === null)
    if (address === null || unprintable(address)) return
    onCommit(address || null)
    draft.settle()
  }
  return (
    <TextInput
      type="url"
      inputMode="url"
      aria-label={fieldLabel(field)}
      placeholder="https://"
      value={draft.text}
      error={bad ? words('link_bad') : problem}
      maxLength={2000}
      spellCheck={false}
      onChange={(event) => {
        setBad(false)
        draft.set(event.currentTarget.value)
      }}
      onBlur={give}
      onKeyDown={(event) => {
        if (event.key === 'Enter') give()
      }}
    />
  )
}

/** As people type addresses: where no scheme stands before it, a page is meant. '' empties the field; null is no address. */
function addressOf(text: string): string | null {
  const typed = text.trim()
  if (typed === '' || webAddress(typed) !== null) return typed
  const meant = `https://${typed}`
  return !typed.includes(':') && webAddress(meant) !== null ? meant : null
}

function LinkAround({ field, children }: FieldAroundProps) {
  const words = useWords('fields')
  const value = disclosed(field.value, '')
  const href = typeof value === 'string' ? webAddress(value) : null
  if (href === null) return children
  return (
    <a
      className={classes.leads}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={disclosed(field.description, '') || undefined}
      aria-label={words('link_to', { address: String(value) })}
    >
      {children}
    </a>
  )
}

export const link: FieldWidget = {
  icon: Link2,
  letter: 'L',
  group: 'fill',
  hint: 'link_hint',
  Input: LinkFieldInput,
  Around: LinkAround,
}
