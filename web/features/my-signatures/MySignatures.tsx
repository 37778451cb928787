import { Button, Modal, SegmentedControl } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { FieldValue } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, IconButton, Loading, say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { useUnshowable } from '../fields/index.ts'
import { SignatureCapture } from '../signature/index.ts'
import { forget, type Kept, type Kind, keep, kept, loadKept } from './kept.ts'
import { keepable } from './looks.ts'
import classes from './my-signatures.module.css'
import { Looks } from './Offered.tsx'

const modal = proxy({ opened: false })
export const openMySignatures = () => {
  modal.opened = true
}

/** Draw or type a signature and initials once, for the next time. */
export function MySignatures() {
  const words = useWords('my_signatures')
  const { user } = useSession()
  const { opened } = useSnapshot(modal)
  const key = user?.key
  useEffect(() => {
    if (opened && key) void loadKept(key, true)
  }, [opened, key])
  return (
    <Modal
      opened={opened && key !== undefined}
      onClose={() => {
        modal.opened = false
      }}
      title={words('title')}
      centered
      size={520}
    >
      {key && <SetUp user={key} name={user?.full_name ?? ''} />}
    </Modal>
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
  const unshowable = useUnshowable('hand')
  const [made, setMade] = useState<FieldValue | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const looks = keepable(made)
    if (looks === null) return setProblem(words('draw_needed'))
    setBusy(true)
    try {
      await keep(user, kind, looks)
      say.success(words('kept'))
      onKept()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('failed')))
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
        methods={{ drawn: true, typed: true, uploaded: false }}
        name={name}
        value={made}
        onChange={(value) => {
          setMade(value)
          setProblem(null)
        }}
        unshowable={unshowable}
        upload={() => Promise.reject(new Error('pictures stay with their document'))}
        label={words(kind)}
      />
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

function Held({ user, kind }: { readonly user: string; readonly kind: Kind }) {
  const words = useWords('my_signatures')
  const { signatures, failed } = useSnapshot(kept)
  if (signatures === null) {
    return failed ? (
      <ErrorState message={words('load_failed')} onRetry={() => void loadKept(user, true)} />
    ) : (
      <Loading>
        <Bone width="100%" height={56} />
      </Loading>
    )
  }
  const mine = (signatures as readonly Kept[]).filter(({ type }) => type === kind).toReversed()
  const drop = (key: string) =>
    forget(user, key).catch((thrown: unknown) => {
      say.danger(messageOf(thrown, words('failed')))
    })
  return (
    <>
      <h3 className={classes.heading} id="kept-signatures">
        {words(`list_${kind}`)}
      </h3>
      {mine.length === 0 && <p className={classes.none}>{words('none')}</p>}
      <ul className={classes.tiles} aria-labelledby="kept-signatures">
        {mine.map(({ key, data, text }, at) => (
          <li key={key} className={classes.held}>
            <span className={classes.tile} role="img" aria-label={text || words('drawing', { n: String(at + 1) })}>
              <Looks type={kind} value={data} />
            </span>
            <IconButton
              icon={Trash2}
              size="sm"
              iconSize={16}
              name={text ? words('remove', { text }) : words('remove_drawn', { n: String(at + 1) })}
              onClick={() => void drop(key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
