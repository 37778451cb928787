import { Button, Checkbox, Radio } from '@mantine/core'
import { ShieldCheck, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, SignerAvatar, say } from '../../ui/index.ts'
import { handOver } from '../auth/index.ts'
import { signingLink } from '../documents/index.ts'
import { useWatched } from './context.ts'
import classes from './InPersonSheet.module.css'
import { signerRows } from './summary.ts'

interface Props {
  readonly opened: boolean
  /** The requested signer; left out, the first whose turn it is. */
  readonly signer?: string | null
  readonly onClose: () => void
}

/** Who in the room signs next on this device, and the account closed behind them. */
export function InPersonSheet({ opened, signer = null, onClose }: Props) {
  const words = useWords('progress')
  const { view, store, key, may } = useWatched()
  const [chosen, setChosen] = useState<string | null>(null)
  const [present, setPresent] = useState(false)
  const [busy, setBusy] = useState(false)
  const rows = signerRows(view, store.people).map((row) => {
    const { uuid } = row.signatory
    const open = row.label === 'awaiting' || row.label === 'queued'
    const ready = open && row.waitsFor.length === 0
    return {
      ...row,
      uuid,
      open,
      ready: ready && may({ do: 'IssueSigningLink', signatory: uuid, link: '', purpose: 'sign_in_person', request: null }),
    }
  })
  useEffect(() => {
    if (!opened) return
    setChosen(signer)
    setPresent(false)
  }, [opened, signer])
  const next = rows.find(({ uuid, ready }) => ready && uuid === chosen) ?? rows.find(({ ready }) => ready)

  const start = async () => {
    if (!next) return
    setBusy(true)
    try {
      const { signing_link } = await signingLink(key, next.uuid, 'sign_in_person')
      // From here on the device's user finds nothing of this account, by no way back.
      await handOver(signing_link)
      location.assign(signing_link)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('link_failed')))
      setBusy(false)
    }
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={words('in_person_title')} centered size={480}>
      <p className={classes.lead}>{words('in_person_lead')}</p>
      {rows.length === 0 || !next ? (
        <p className={classes.none}>{words('in_person_nobody')}</p>
      ) : (
        <>
          <Radio.Group value={next.uuid} onChange={setChosen} label={words('in_person_who')} className={classes.who ?? ''}>
            <div className={classes.rows}>
              {rows.map(({ uuid, name, role, colour, done, due, signatory, ready, label, waitsFor }) => (
                <Radio.Card key={uuid} value={uuid} disabled={!ready} className={classes.row ?? ''}>
                  <Radio.Indicator disabled={!ready} />
                  <SignerAvatar name={name} role={role} colour={colour} done={done} due={due} status={signatory.status} silent />
                  <span className={classes.name}>
                    <b dir="auto">{name}</b>
                    {role && <span>{role}</span>}
                  </span>
                  <span className={classes.state}>
                    {ready ? words('in_person_turn') : waitsFor[0] ? words('waits_for', { name: waitsFor[0] }) : words(`label_${label}`)}
                  </span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
          <Checkbox
            className={classes.present ?? ''}
            checked={present}
            onChange={(event) => setPresent(event.currentTarget.checked)}
            label={words('in_person_present', { name: next.name })}
          />
          <p className={classes.closed}>
            <ShieldCheck size={16} aria-hidden />
            {words('in_person_closed')}
          </p>
          <Button
            fullWidth
            size="md"
            leftSection={<UserRound size={16} aria-hidden />}
            disabled={!present}
            loading={busy}
            onClick={() => void start()}
          >
            {words('in_person_start', { name: next.name })}
          </Button>
        </>
      )}
    </Dialog>
  )
}
