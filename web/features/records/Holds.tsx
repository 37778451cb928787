import { Button, TextInput } from '@mantine/core'
import { Gavel } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { RetentionAnswer } from '#contract/retention'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, exactTime, hrefOf, say } from '../../ui/index.ts'
import { setHold } from '../evidence/index.ts'
import { DocumentPick } from './DocumentPick.tsx'
import classes from './records.module.css'

/** Documents that nothing deletes while somebody asks for them. */
export function Holds({ keeping: { holds }, onChanged }: { keeping: RetentionAnswer; onChanged: () => Promise<void> }) {
  const words = useWords('records')
  const [document, setDocument] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const attempt = async (run: () => Promise<unknown>, said: string): Promise<boolean> => {
    try {
      await run()
      say.success(said)
      return true
    } catch (thrown) {
      say.danger(messageOf(thrown, words('hold_failed')))
      return false
    } finally {
      await onChanged()
    }
  }
  const place = async (event: FormEvent) => {
    event.preventDefault()
    if (document === null) return
    if (!(await attempt(() => setHold(document, true, reason.trim()), words('hold_placed')))) return
    setDocument(null)
    setReason('')
  }
  const lift = async (key: string, name: string) => {
    const yes = await confirm({
      title: words('hold_lift_title', { name }),
      text: words('hold_lift_text'),
      yes: words('hold_lift'),
      danger: true,
    })
    if (yes) await attempt(() => setHold(key, false), words('hold_lifted'))
  }
  return (
    <section aria-label={words('holds')}>
      <h2>{words('holds')}</h2>
      <p className={classes.lead}>{words('holds_lead')}</p>
      <div className={classes.card}>
        {holds.map(({ document_key, name, date, reason: because }) => (
          <div key={document_key} className={classes.row}>
            <Gavel size={18} aria-hidden />
            <div>
              <a href={hrefOf(`documents/${document_key}`)}>{name || words('unnamed')}</a>
              <span>
                {words('hold_since', { date: exactTime(date) })}
                {because && ` · ${because}`}
              </span>
            </div>
            <Button
              variant="default"
              size="sm"
              aria-label={words('hold_lift_named', { name })}
              onClick={() => void lift(document_key, name)}
            >
              {words('hold_lift')}
            </Button>
          </div>
        ))}
        <form className={classes.hold} onSubmit={(event) => void place(event)}>
          <DocumentPick label={words('hold_document')} placeholder={words('pick')} value={document} onPick={setDocument} />
          <TextInput
            label={words('hold_reason')}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={document === null}>
            {words('hold_place')}
          </Button>
        </form>
      </div>
    </section>
  )
}
