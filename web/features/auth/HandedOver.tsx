import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Password } from '../../ui/index.ts'
import classes from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { LogIn } from './LogIn.tsx'
import { rules } from './rules.ts'
import { takeBack, useSession } from './session.ts'

/** The device was lent to somebody who signs in person: its host says that they have it back, or somebody else logs in. */
export function HandedOver() {
  const [another, setAnother] = useState(false)
  return another ? <LogIn /> : <TakeBack onAnother={() => setAnother(true)} />
}

function TakeBack({ onAnother }: { readonly onAnother: () => void }) {
  const words = useWords('auth')
  const { handedOverBy } = useSession()
  const form = useForm({ initialValues: { password: '' }, validate: { password: rules.password } })
  return (
    <AuthCard
      title={words('take_back_title')}
      lead={words('take_back_lead', { name: handedOverBy ?? '' })}
      submit={words('take_back_submit')}
      form={form}
      onSubmit={() => takeBack(form.values.password)}
      below={
        <button type="button" className={classes.other} onClick={onAnother}>
          {words('take_back_other')}
        </button>
      }
    >
      <Password label={words('password')} autoComplete="current-password" autoFocus {...form.getInputProps('password')} />
    </AuthCard>
  )
}
