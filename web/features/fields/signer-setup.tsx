import { Checkbox, TextInput } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { SET_UP } from '#domain/pack'
import { useWords, wordsOf } from '../../messages/index.ts'
import classes from './fields.module.css'
import type { FieldInputProps, FieldWidget, SignerDetails } from './widget.ts'

const NOTHING: SignerDetails = { name: '', email: '', mobile: '', identified: false }

/** The signer in the role that the field names. Entered details are not shown again: an address is its owner's. */
function SignerSetupInput({ field, onSetUp, draft }: FieldInputProps) {
  const words = useWords('fields')
  const role = disclosed(field.setUp?.role ?? '', '')
  const isSetUp = field.value === SET_UP
  const [begun] = useState(() => draft?.load() as Partial<SignerDetails> | null | undefined)
  const [changing, setChanging] = useState(Boolean(begun))
  const [details, setDetails] = useState<SignerDetails>({ ...NOTHING, ...begun })
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
  const type = (typed: Partial<SignerDetails>) => {
    const now = { ...details, ...typed }
    setDetails(now)
    draft?.keep(now)
  }
  const close = () => {
    setChanging(false)
    draft?.keep(null)
  }
  const give = async () => {
    if (busy) return
    setBusy(true)
    const refused = await onSetUp(details)
    setBusy(false)
    setProblem(refused)
    if (refused === null) close()
  }
  const entry = (of: 'name' | 'email' | 'mobile', kind: 'text' | 'email' | 'tel') => (
    <TextInput
      size="md"
      type={kind}
      label={words(`set_up_${of}`)}
      attributes={{ input: { dir: 'auto' } }}
      value={details[of]}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => type({ [of]: event.currentTarget.value })}
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
          onChange={(event) => type({ identified: event.currentTarget.checked })}
        />
      )}
      {problem && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.ways}>
        {isSetUp && (
          <button type="button" onClick={close}>
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
