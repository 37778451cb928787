import { Checkbox, TextInput } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { SET_UP } from '#domain/pack'
import { useWords, wordsOf } from '../../messages/index.ts'
import classes from './fields.module.css'
import type { FieldInputProps, FieldWidget, SignerDetails } from './widget.ts'

const NOTHING: SignerDetails = { name: '', email: '', mobile: '', identified: false }

/** Who signs in the role that the field names. What was given is not shown again: an address is its owner's. */
function SignerSetupInput({ field, onSetUp }: FieldInputProps) {
  const words = useWords('fields')
  const role = disclosed(field.setUp?.role ?? '', '')
  const isSetUp = field.value === SET_UP
  const [changing, setChanging] = useState(false)
  const [details, setDetails] = useState(NOTHING)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (!onSetUp) return null
  if (isSetUp && !changing) {
    return (
      <>
        <p className={classes.answer}>{words('set_up', { role })}</p>
        <button type="button" className={classes.ask} data-autofocus onClick={() => setChanging(true)}>
          {words('set_up_change')}
        </button>
      </>
    )
  }
  const give = async () => {
    if (busy) return
    setBusy(true)
    const refused = await onSetUp(details)
    setBusy(false)
    setProblem(refused)
    if (refused === null) setChanging(false)
  }
  const entry = (of: 'name' | 'email' | 'mobile', type: 'text' | 'email' | 'tel') => (
    <TextInput
      size="md"
      type={type}
      label={words(`set_up_${of}`)}
      attributes={{ input: { dir: 'auto' } }}
      value={details[of]}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setDetails({ ...details, [of]: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void give()
      }}
    />
  )
  return (
    <fieldset className={classes.details} disabled={busy}>
      <legend>{words('set_up_whom', { role })}</legend>
      {entry('name', 'text')}
      {entry('email', 'email')}
      {entry('mobile', 'tel')}
      {field.setUp?.identification && (
        <Checkbox
          size="md"
          label={words('set_up_identified')}
          checked={details.identified}
          onChange={(event) => setDetails({ ...details, identified: event.currentTarget.checked })}
        />
      )}
      {problem && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.ways}>
        {isSetUp && (
          <button type="button" onClick={() => setChanging(false)}>
            {words('not_now')}
          </button>
        )}
        <button type="button" data-primary onClick={() => void give()}>
          {words('set_up_give')}
        </button>
      </div>
    </fieldset>
  )
}

export const signerSetup: FieldWidget = {
  icon: UserPlus,
  letter: 'P',
  group: 'sign',
  hint: 'signer_setup_hint',
  said: () => wordsOf('fields')('set_up_done'),
  Input: SignerSetupInput,
}
