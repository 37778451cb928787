import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { FieldValue } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { SignatureLooks, useUnshowable } from '../fields/index.ts'
import { type Kind, keptClasses } from '../kept-signatures/index.ts'
import { SignatureCapture, type SignatureMethod } from '../signature/index.ts'
import { Held } from './Held.tsx'
import { handPicture, keep, loadKept } from './kept.ts'
import { keepable } from './looks.ts'
import classes from './my-signatures.module.css'

const modal = proxy({ opened: false })
export const openMySignatures = () => {
  modal.opened = true
}

/** Draw, type or upload a signature and initials once, for the next time. */
export function MySignatures() {
  const words = useWords('my_signatures')
  const { user } = useSession()
  // With what is pressed, while the menu that it is pressed in still stands.
  const { opened } = useSnapshot(modal, { sync: true })
  const key = user?.key
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!opened || !key) return
    void loadKept(key, true)
    setAsked(true)
  }, [opened, key])
  return (
    <Dialog
      opened={opened && key !== undefined}
      onClose={() => {
        modal.opened = false
      }}
      title={words('title')}
      centered
      size={520}
      // An unfinished one is there again when it is opened again.
      keepMounted={asked}
    >
      {key && <SetUp user={key} name={user?.full_name ?? ''} />}
    </Dialog>
  )
}

function SetUp({ user, name }: { readonly user: string; readonly name: string }) {
  const words = useWords('my_signatures')
  const [kind, setKind] = useState<Kind>('signature')
  const [round, setRound] = useState(0)
  const again = () => setRound((count) => count + 1)
  return (
    <>
      <p className={classes.lead}>{words('lead')}</p>
      <SegmentedControl
        fullWidth
        aria-label={words('kind')}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        data={(['signature', 'initial'] as const).map((value) => ({ value, label: words(value) }))}
      />
      <Make key={`${kind} ${round}`} user={user} name={name} kind={kind} onKept={again} />
      <Held user={user} kind={kind} />
    </>
  )
}

function Make({ user, name, kind, onKept }: { readonly user: string; readonly name: string; readonly kind: Kind; onKept(): void }) {
  const words = useWords('my_signatures')
  const unshowable = useUnshowable()
  const [made, setMade] = useState<FieldValue | null>(null)
  const [method, setMethod] = useState<SignatureMethod>('drawn')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const picture = made !== null && typeof made !== 'string' && made.method === 'uploaded' ? made : null
  const save = async () => {
    const looks = picture ?? keepable(made)
    if (looks === null) return setProblem(words(method === 'uploaded' ? 'picture_needed' : 'draw_needed'))
    setBusy(true)
    setProblem(null)
    try {
      await keep(user, kind, looks)
      say.success(words('kept'))
      onKept()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('failed')))
      setProblem(words('not_created'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes.setup}
      style={{ marginTop: 16 }}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SignatureCapture
        kind={kind}
        methods={{ drawn: true, typed: true, uploaded: true }}
        name={name}
        value={made}
        onChange={(value) => {
          setMade(value)
          setProblem(null)
        }}
        unshowable={unshowable}
        onMethod={(next) => {
          setMethod(next)
          setProblem(null)
        }}
        upload={handPicture}
        paint={(value) => <SignatureLooks type={kind} value={value} />}
        label={words(kind)}
      />
      {picture && (
        <div className={keptClasses.tile} role="img" aria-label={words('as_kept')}>
          <SignatureLooks type={kind} value={picture} />
        </div>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" loading={busy}>
        {words('keep')}
      </Button>
    </form>
  )
}
