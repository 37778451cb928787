import { Button, Checkbox } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog } from '../../ui/index.ts'
import classes from './AcceptTerms.module.css'
import { acceptTerms, logOut } from './session.ts'

/** Over any page: account holders accept the terms of the installation, or leave. */
export function AcceptTerms({ termsUrl }: { readonly termsUrl: string }) {
  const words = useWords('auth')
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const accept = async (event: FormEvent) => {
    event.preventDefault()
    if (!agreed) return setProblem(words('terms_needed'))
    setBusy(true)
    try {
      await acceptTerms(termsUrl)
    } catch (thrown) {
      setProblem(messageOf(thrown, words('failed')))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={words('terms_title')}
      centered
      size={440}
    >
      <form className={classes.terms} onSubmit={(event) => void accept(event)} noValidate>
        <p>{words('terms_lead')}</p>
        <a className={classes.read} href={termsUrl} target="_blank" rel="noopener noreferrer">
          {words('terms_read')} <ExternalLink size={16} aria-hidden="true" />
          <span className="visually-hidden">{words('terms_new_tab')}</span>
        </a>
        <Checkbox
          label={words('terms_agree')}
          checked={agreed}
          error={problem}
          onChange={(event) => {
            setAgreed(event.currentTarget.checked)
            setProblem(null)
          }}
        />
        <Answers>
          <Button variant="default" onClick={() => void logOut()}>
            {words('log_out')}
          </Button>
          <Button type="submit" loading={busy}>
            {words('terms_submit')}
          </Button>
        </Answers>
      </form>
    </Dialog>
  )
}
