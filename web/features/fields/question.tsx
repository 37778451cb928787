import { TextInput } from '@mantine/core'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { MOST_TEXT } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import classes from './fields.module.css'
import { fieldHelp, fieldLabel } from './labels.ts'
import { useUnshowable } from './metrics.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Asked in a window of its own: by itself where somebody is asked to sign and has not answered, else when it is pressed. */
function QuestionFieldInput({ field, onCommit, onDecline }: FieldInputProps) {
  const words = useWords('fields')
  const window = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useId()
  const unshowable = useUnshowable()
  const value = disclosed(field.value, '')
  const given = typeof value === 'string' ? value : ''
  const [answer, setAnswer] = useState(given)
  const problem = unshowable(answer)
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
      <dialog ref={window} className={classes.question} aria-labelledby={heading} onClose={() => opener.current?.focus()}>
        <h2 id={heading}>{fieldHelp(field)}</h2>
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
        <div className={classes.ways}>
          <button type="button" onClick={() => window.current?.close()}>
            {words('not_now')}
          </button>
          <button type="button" data-primary onClick={give}>
            {words('answer')}
          </button>
        </div>
      </dialog>
    </>
  )
}

export const question: FieldWidget = { icon: MessageCircleQuestionMark, letter: 'Q', group: 'fill', Input: QuestionFieldInput }
