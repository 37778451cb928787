import { Button, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { Braces, CircleAlert, Eye, Send, UserRound } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { documentSavedAnswer } from '#contract/documents'
import { requestParts } from '#contract/request-mail'
import { disclosed } from '#domain/kernel'
import { type PackState, signatoriesInOrder, signsInOrder } from '#domain/pack'
import { HttpOffline, HttpRefused, http, newKey } from '../../http/index.ts'
import { NotSaved, type PackSession, refusalWords, usePack, watchList } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { go, say, useLeftByEscape, useNarrow } from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import { Completion, customFieldItems } from '../completion/index.ts'
import { useListed } from '../contacts/index.ts'
import { useTypesetting } from '../fields/index.ts'
import { Checks } from './Checks.tsx'
import { checklistOf, type Detail, type FixLocation, textsOfSender } from './checklist.ts'
import { MailPreview, type Sender } from './MailPreview.tsx'
import classes from './request.module.css'
import { Signers } from './Signers.tsx'

/** Long enough to read that links must be passed on, and to go and do it. */
const LINKS_SECONDS = 30

interface Props {
  readonly session: PackSession
  readonly opened: boolean
  readonly sender: Sender
  onClose(): void
  /** Leads to where a failed check is put right. */
  onShow(place: FixLocation): void
}

/** Who, in which order, with which words; what is missing; and what happens next. */
export function RequestSheet({ session, opened, sender, onClose, onShow }: Props) {
  const words = useWords('request')
  const narrow = useNarrow()
  const name = usePack(session, (view) => disclosed(view.name, ''))
  const count = usePack(session, (view) => view.documents.length)
  // A user led to a missing entry stands there afterwards, and not at the button that opened the sheet.
  const [leading, setLeading] = useState(false)
  useEffect(() => {
    if (opened) setLeading(false)
  }, [opened])
  useLeftByEscape(opened, onClose)
  const lead = (place: FixLocation) => {
    setLeading(true)
    onShow(place)
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={!leading}
      size={1024}
      fullScreen={narrow}
      centered={!narrow}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <header className={classes.head}>
          <div>
            <Modal.Title className={classes.name ?? ''}>{words('title')}</Modal.Title>
            <p className={classes.lead}>{words('lead', { name: name.trim() || words('unnamed'), count })}</p>
          </div>
          <Modal.CloseButton aria-label={words('close')} />
        </header>
        <Body session={session} sender={sender} onShow={lead} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Body({ session, sender, onShow }: Pick<Props, 'session' | 'sender' | 'onShow'>) {
  const words = useWords('request')
  const view = usePack(session, (whole) => whole)
  const typesetting = useTypesetting(useMemo(() => textsOfSender(view), [view]))
  const contactLists = useListed(view.settings)
  const checklist = useMemo(
    () => checklistOf(view, { defaultCountry: session.defaultCountry, typesetting, contactLists }),
    [view, session, typesetting, contactLists],
  )
  const [busy, setBusy] = useState(false)
  // Pressing again after a lost answer asks for the same thing; on another revision it is another request.
  const intention = useRef({ revision: -1, key: '' })
  const { settings } = view
  const items = customFieldItems(view)
  const [previewing, setPreviewing] = useState(false)
  const preview = useId()

  const { workspace, mailsAreSent } = useSession()
  const account = workspace?.account_key ?? ''
  const mayHost = useMay('can_sign_in_person')

  const [wanted, setWanted] = useState<{ readonly signer: string; readonly detail: Detail } | null>(null)
  useEffect(() => {
    if (wanted)
      document.querySelector<HTMLElement>(`[role="dialog"] [data-signer="${wanted.signer}"] [data-detail="${wanted.detail}"]`)?.focus()
  }, [wanted])
  const add = () => {
    const signatory = newKey()
    const [refused] = session.step([{ do: 'AddSignatory', signatory }])
    if (refused) say.danger(refusalWords(refused))
    else setWanted({ signer: signatory, detail: 'name' })
  }
  /** Signers are put right here, all else where it stands. */
  const show = (place: FixLocation) => {
    if (place.kind !== 'signer') onShow(place)
    else if (place.keys[0] === undefined) add()
    else setWanted({ signer: place.keys[0], detail: place.detail })
  }

  const send = async (inPerson: boolean) => {
    setBusy(true)
    try {
      await session.flush()
      const { revision } = session.store
      if (intention.current.revision !== revision) intention.current = { revision, key: newKey() }
      const { message } = await http.post(`/app/documents/${session.documentKey}/update_document`, documentSavedAnswer, {
        data: { status: 'awaiting_signatures', revision },
        query: { request_signatures_if_required: true },
        idempotencyKey: intention.current.key,
      })
      const isKept = !mailsAreSent && !inPerson && signatoriesInOrder(view).some(({ notified }) => notified.signing)
      const until = (over: () => void) => answered(account, session.documentKey, over)
      const links = { label: words('kept_links'), run: () => go(`documents/${session.documentKey}/open_signing_link`) }
      const queued = message ?? words('queued')
      if (isKept) say.success(`${queued} ${words('kept')}`, LINKS_SECONDS, { until, action: links })
      else say.success(queued, undefined, { until })
      go(inPerson ? `documents/${session.documentKey}/open_in_person_modal` : 'documents')
    } catch (thrown) {
      if (thrown instanceof HttpOffline || (thrown instanceof NotSaved && thrown.offline)) say.danger(words('offline'))
      else if (thrown instanceof NotSaved) say.danger(words('not_saved'))
      else if (thrown instanceof HttpRefused) say.danger(thrown.message)
      else throw thrown
    } finally {
      setBusy(false)
    }
  }

  const left = checklist.failed.length
  return (
    <>
      <div className={classes.body}>
        <div className={classes.main}>
          <div className={classes.title}>
            <h3>{words('who')}</h3>
            <SegmentedControl
              aria-label={words('order')}
              value={signsInOrder(view) ? 'one' : 'all'}
              // Groups sign one after another in any case.
              disabled={view.groups !== undefined}
              data={[
                { value: 'one', label: words('one_after_another') },
                { value: 'all', label: words('all_at_once') },
              ]}
              onChange={(value) => session.step([{ do: 'SetSequentialSigning', on: value === 'one' }])}
            />
          </div>
          <Signers session={session} view={view} onAdd={add} onShow={show} />
          <hr className={classes.rule} />
          <h3 className={classes.heading}>{words('message_heading')}</h3>
          <div className={classes.words}>
            <Completion items={items}>
              <TextInput
                label={words('subject')}
                placeholder={usualSubject(view, sender)}
                maxLength={500}
                value={disclosed(settings.subject, '')}
                onChange={(event) => session.do({ do: 'SetSubject', subject: event.currentTarget.value }, 'typing')}
              />
            </Completion>
            <Completion items={items}>
              <Textarea
                label={words('message')}
                autosize
                minRows={5}
                maxRows={12}
                maxLength={10_000}
                value={disclosed(settings.message, '')}
                onChange={(event) => session.do({ do: 'SetMessage', message: event.currentTarget.value }, 'typing')}
              />
            </Completion>
          </div>
          <div className={classes.below}>
            <span className={classes.slot}>
              <Braces size={16} aria-hidden="true" />
              {words('slot_name', { slot: '{name}' })}
            </span>
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Eye size={16} aria-hidden />}
              aria-expanded={previewing}
              aria-controls={preview}
              onClick={() => setPreviewing(!previewing)}
            >
              {words(previewing ? 'preview_hide' : 'preview')}
            </Button>
          </div>
          {previewing && <MailPreview id={preview} view={view} sender={sender} />}
        </div>
        <Checks view={view} checklist={checklist} onShow={show} />
      </div>
      <footer className={classes.foot}>
        {left > 0 && (
          <p className={classes.left} role="status">
            <CircleAlert size={16} aria-hidden="true" />
            {words('left', { count: left })}
          </p>
        )}
        {mayHost && (
          <Button
            variant="default"
            leftSection={<UserRound size={16} aria-hidden />}
            disabled={left > 0 || busy}
            onClick={() => void send(true)}
          >
            {words('send_in_person')}
          </Button>
        )}
        <Button leftSection={<Send size={16} aria-hidden />} disabled={left > 0} loading={busy} onClick={() => void send(false)}>
          {words('send')}
        </Button>
      </footer>
    </>
  )
}

/** The subject that goes out where the sender writes none. */
function usualSubject(view: PackState, sender: Sender): string {
  const signatory = signatoriesInOrder(view)[0]
  const plain = { ...view, settings: { ...view.settings, subject: '' } }
  return signatory ? requestParts({ state: plain, signatory, sender, link: '' }).subject : ''
}

/** Calls `over` once nobody is waited for any more. */
function answered(account: string, key: string, over: () => void): () => void {
  return watchList(account, {
    changed(rows) {
      if (rows.some((row) => row.key === key && row.status !== 'setup' && row.status !== 'awaiting_signatures')) over()
    },
    connected: () => undefined,
  })
}
