import { TextInput } from '@mantine/core'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { MOST_TEXT } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Asking } from './Asking.tsx'
import classes from './fields.module.css'
import { fieldHelp, fieldLabel } from './labels.ts'
import { useUnprintable } from './metrics.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Asked in a window of its own: automatically where a signer has not answered, else when it is pressed. */
function QuestionFieldInput({ field, onCommit, onDecline }: FieldInputProps) {
  const words = useWords('fields')
  const window = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const unprintable = useUnprintable(field)
  const value = disclosed(field.value, '')
  const given = typeof value === 'string' ? value : ''
  const [answer, setAnswer] = useState(given)
  const problem = unprintable(answer)
  const ask = () => {
    setAnswer(given)
    window.current?.showModal()
  }
  const give = () => {
    if (problem !== null) return
    onCommit(answer.trim() || null)
    window.current?.close()
  }
  const isSigners = onDecline !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a question
  useEffect(() => {
    if (isSigners && given === '') ask()
  }, [])
  return (
    <>
      {given !== '' && <p className={classes.answer}>{given}</p>}
      <button ref={opener} type="button" className={classes.ask} data-autofocus onClick={ask}>
        <MessageCircleQuestionMark size={18} aria-hidden="true" />
        {words(given === '' ? 'answer_question' : 'change_answer')}
      </button>
      <Asking
        window={window}
        heading={fieldHelp(field)}
        no={words('not_now')}
        yes={words('answer')}
        onYes={give}
        onClose={() => opener.current?.focus()}
      >
        <TextInput
          size="md"
          aria-label={fieldLabel(field)}
          attributes={{ input: { dir: 'auto' } }}
          value={answer}
          error={problem}
          maxLength={MOST_TEXT}
          required={field.required}
          withAsterisk={false}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            give()
          }}
        />
      </Asking>
    </>
  )
}

export const question: FieldWidget = { icon: MessageCircleQuestionMark, letter: 'Q', group: 'fill', Input: QuestionFieldInput }
