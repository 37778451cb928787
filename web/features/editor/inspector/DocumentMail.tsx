import { Button } from '@mantine/core'
import { BellRing, Mail, Webhook } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../../messages/index.ts'
import { EventSubscriptions } from '../../applications/index.ts'
import { useSession } from '../../auth/index.ts'
import { NotificationRules } from '../../notification-rules/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { ChannelChoice } from './Channel.tsx'
import { ExtrasModal } from './ExtrasModal.tsx'
import { Fold, type OfSettings } from './Fold.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** Who is written to, with which words, and what signers learn of each other's addresses. */
export function Mails({ settings }: OfSettings) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  return (
    <Fold name="mail" title={words('mail')}>
      <Message settings={settings} />
      <Notifications settings={settings} />
      <ChannelChoice settings={settings} />
      <Switched
        label={words('hides_contacts')}
        hint={words('hides_contacts_hint')}
        on={settings.obfuscateContactInfo}
        onChange={(on) => session.do({ do: 'SetContactInfoObfuscation', on })}
      />
      <Switched
        label={words('email_optional')}
        hint={words('email_optional_hint')}
        on={settings.emailOptional}
        onChange={(on) => session.do({ do: 'SetEmailOptional', on })}
      />
      <Rules />
    </Fold>
  )
}

/** The words that go with the request: seen in short, written in a sheet of their own. */
function Message({ settings }: OfSettings) {
  const words = useWords('editor')
  const [opened, setOpened] = useState(false)
  const said = [disclosed(settings.subject, ''), disclosed(settings.message, '')].filter((text) => text.trim() !== '')
  return (
    <div>
      <div className={classes.head}>{words('extras')}</div>
      <p className={classes.extrasShort} dir="auto">
        {said.length > 0 ? said.join(' · ') : words('extras_none')}
      </p>
      <Button size="sm" variant="default" leftSection={<Mail size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {words('extras_edit')}
      </Button>
      <ExtrasModal opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

/** Who is written to: each signer has their own switch, this one sets them all. */
function Notifications({ settings }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const all = useView((view) => view.signatories)
  const signers = all.filter(({ removed }) => !removed)
  const mailed = signers.filter(({ notified }) => notified.signing).length
  const some = mailed > 0 && mailed < signers.length
  return (
    <>
      <Switched
        label={words('notify_signers')}
        hint={some ? words('notify_signers_some', { mailed: String(mailed), count: String(signers.length) }) : words('notify_signers_hint')}
        on={mailed === signers.length}
        disabled={signers.length === 0}
        onChange={(on) =>
          editor.step(signers.map(({ uuid: signatory }) => ({ do: 'SwitchNotifications', signatory, about: 'signing', on }) as const))
        }
      />
      <Switched
        label={words('notify_me')}
        on={!settings.creatorExcludedFromFinalMail}
        onChange={(on) => editor.session.do({ do: 'SetCreatorFinalMail', excluded: !on })}
      />
    </>
  )
}

/** Automatic reminders and notifications, and who gets them. */
function Rules() {
  const words = useWords('notification-rules')
  const { editor } = useEditor()
  const rules = useView((view) => view.notifications.rules)
  const [opened, setOpened] = useState(false)
  return (
    <div>
      <Button size="sm" variant="default" leftSection={<BellRing size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {words('open_count', { count: rules.length })}
      </Button>
      <NotificationRules document={editor.session.documentKey} rules={rules} opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

/** For those who look after the programs that receive them. */
export function Events() {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const { workspace } = useSession()
  const kind = useView((view) => view.kind)
  const name = useView((view) => disclosed(view.name, ''))
  const [opened, setOpened] = useState(false)
  if (!workspace?.permissions.includes('can_view_api_details')) return null
  return (
    <div>
      <Button size="sm" variant="default" leftSection={<Webhook size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {words('event_subscriptions')}
      </Button>
      <EventSubscriptions of={opened ? { key: session.documentKey, kind, name } : null} onClose={() => setOpened(false)} />
    </div>
  )
}
