import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import classes from './CorrectAddress.module.css'
import { correctAddress } from './calls.ts'
import { useWatched } from './context.ts'
import type { SignerRow } from './summary.ts'

/** A new address for somebody who is waited for: the old link dies, a new request goes out. */
export function CorrectAddress({ row, onClose }: { row: SignerRow | null; onClose: () => void }) {
  const words = useWords('progress')
  const { key } = useWatched()
  const [email, setEmail] = useState('')
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const uuid = row?.signatory.uuid
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed must not be overwritten by what happens meanwhile
  useEffect(() => {
    if (!row) return
    setEmail(disclosed(row.signatory.email, ''))
    setMobile(disclosed(row.signatory.mobile, ''))
    setProblem(null)
  }, [uuid])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!uuid) return
    setBusy(true)
    try {
      await correctAddress(key, uuid, email.trim(), mobile.trim())
      say.success(words('corrected'))
      onClose()
    } catch (thrown) {
      setProblem(messageOf(thrown, words('correct_failed')))
    } finally {
      setBusy(false)
    }
  }
  const channel = row?.signatory.channel ?? 'email'
  return (
    <Modal opened={row !== null} onClose={onClose} title={words('correct_title', { name: row?.name ?? '' })} centered size={440}>
      <form className={classes.form} onSubmit={send} noValidate>
        <p>{words('correct_lead')}</p>
        <TextInput
          data-autofocus
          type="email"
          label={words('correct_email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem}
        />
        {channel !== 'email' && (
          <TextInput type="tel" label={words('correct_mobile')} value={mobile} onChange={(event) => setMobile(event.currentTarget.value)} />
        )}
        <Button type="submit" loading={busy}>
          {words('correct_submit')}
        </Button>
      </form>
    </Modal>
  )
}
