import { Button, TextInput } from '@mantine/core'
import { Copy, ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import { type MailRow, revealAnswer } from '#contract/workspace'
import { http, messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, copyToClipboard, exactTime, hrefOf, say } from '../../ui/index.ts'
import classes from './Letter.module.css'
import { MailState } from './MailState.tsx'

/** One mail, as text: nothing in it is ever taken for markup. Its link stays masked until it is asked for. */
export function Letter({ mail }: { mail: MailRow }) {
  const words = useWords('outbox')
  const [link, setLink] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const reveal = async () => {
    if (!(await confirm({ title: words('reveal_title'), text: words('reveal_hint'), yes: words('reveal') }))) return
    setBusy(true)
    try {
      setLink((await http.post(`/app/outbox/${mail.key}/reveal`, revealAnswer)).link)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('reveal_failed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className={classes.letter}>
      <h2>{mail.subject}</h2>
      <div className={classes.facts}>
        <span>{words('to', { address: mail.to })}</span>
        <time dateTime={mail.date_created}>{exactTime(mail.date_created)}</time>
        <MailState state={mail.state} />
      </div>
      {mail.detail && (
        <p className={classes.detail} data-bad={mail.state === 'failed' || mail.state === 'bounced' || undefined}>
          {mail.detail}
        </p>
      )}
      <pre className={classes.text}>{mail.text}</pre>
      {link && (
        <div className={classes.link}>
          <TextInput readOnly aria-label={words('link')} value={link} onFocus={(event) => event.currentTarget.select()} />
          <Button leftSection={<Copy size={16} aria-hidden />} onClick={() => void copyToClipboard(link)}>
            {words('copy')}
          </Button>
        </div>
      )}
      <div className={classes.actions}>
        {mail.has_link && !link && (
          <Button variant="default" leftSection={<Eye size={16} aria-hidden />} loading={busy} onClick={() => void reveal()}>
            {words('reveal')}
          </Button>
        )}
        {mail.document_key && (
          <Button
            variant="subtle"
            component="a"
            href={hrefOf(`documents/${mail.document_key}`)}
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            {words('open_document')}
          </Button>
        )}
      </div>
    </article>
  )
}
