import { Button, Checkbox } from '@mantine/core'
import { BellRing, ListOrdered, Mail as Mail2, PencilLine, Plus, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { CopyRecipient, PackSettings } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, IconButton, say } from '../../../ui/index.ts'
import { EventSubscriptions } from '../../applications/index.ts'
import { useMay, useSession } from '../../auth/index.ts'
import { Completion } from '../../completion/index.ts'
import { ContactSuggestions } from '../../contacts/index.ts'
import { ExpiryInputs, isPastDay } from '../../expiry/index.ts'
import { Notes } from '../../notes/index.ts'
import { NotificationRules } from '../../notification-rules/index.ts'
import { useMayArrange } from '../form/FormEditor.tsx'
import { useEditor, useView } from '../view/context.ts'
import { Appendices } from './Appendices.tsx'
import { ChannelChoice } from './Channel.tsx'
import { CustomFields, useCustomFieldItems } from './CustomFields.tsx'
import { ExtrasModal } from './ExtrasModal.tsx'
import { FieldsModal, ownFields } from './FieldsModal.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** What concerns the document as a whole. */
export function DocumentPanel() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const name = useView((view) => disclosed(view.name, ''))
  const settings = useView((view) => view.settings)
  // Groups sign one after another in any case.
  const grouped = useView((view) => view.groups !== undefined)
  const { session } = editor
  const items = useCustomFieldItems()
  return (
    <>
      <div className={classes.section}>
        <Completion items={items}>
          <DraftInput
            label={words('name')}
            value={name}
            maxLength={200}
            onCommit={(text) => editor.step([{ do: 'RenamePack', name: text.trim() }])}
          />
        </Completion>
        <Switched
          label={words('sequential')}
          hint={words(grouped ? 'sequential_grouped' : 'sequential_hint')}
          on={settings.sequential || grouped}
          disabled={grouped}
          onChange={(on) => editor.step([{ do: 'SetSequentialSigning', on }])}
        />
        <Switched
          label={words('reject_single')}
          hint={words('reject_single_hint')}
          on={settings.individualRejection ?? false}
          onChange={(on) => editor.step([{ do: 'SetIndividualRejection', on }])}
        />
      </div>
      <OwnFields />
      <Form settings={settings} />
      <Annotation settings={settings} />
      <Replication settings={settings} />
      <div className={classes.section}>
        <Mail settings={settings} />
        <Notifications settings={settings} />
        <ChannelChoice settings={settings} />
        <Rules />
        <Events />
      </div>
      <CustomFields />
      <Expires />
      <Methods settings={settings} />
      <Signers settings={settings} />
      <Copies />
      <Appendices settings={settings} />
      <div className={classes.section}>
        <DraftInput
          label={words('post_signing_url')}
          description={words('post_signing_url_hint')}
          placeholder="https://"
          inputMode="url"
          value={disclosed(settings.postSigningUrl, '')}
          maxLength={2000}
          onCommit={(url) => session.do({ do: 'SetPostSigningUrl', url: url.trim() })}
        />
      </div>
      <div className={classes.section}>
        <Switched
          label={words('certificate_seal')}
          hint={words('certificate_seal_hint')}
          on={settings.certificateSeal}
          onChange={(on) => session.do({ do: 'SetCertificateSeal', on })}
        />
        <Switched
          label={words('audit_pages')}
          hint={words('audit_pages_hint')}
          on={settings.auditTrailInSigned}
          onChange={(on) => session.do({ do: 'SetSignedAuditTrail', on })}
        />
      </div>
      <div className={classes.section}>
        <Switched
          label={words('locked')}
          hint={words('locked_hint')}
          on={settings.fieldsLocked}
          onChange={(on) => editor.step([{ do: on ? 'LockFields' : 'UnlockFields' }])}
        />
      </div>
    </>
  )
}

/** What is entered once and stands in several fields. */
function Replication({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const isPack = useView((view) => view.documents.length > 1)
  const [within, across] = [settings.valueReplication ?? false, settings.replicationAcrossDocuments ?? false]
  return (
    <div className={classes.section}>
      <div className={classes.head}>{words('replication')}</div>
      <Switched
        label={words('replication_within')}
        hint={words('replication_within_hint')}
        on={within}
        onChange={(on) => editor.step([{ do: 'SetValueReplication', on }])}
      />
      {(isPack || across) && (
        <Switched
          label={words('replication_across')}
          hint={words('replication_across_hint')}
          on={across}
          onChange={(on) => editor.step([{ do: 'SetReplicationAcrossDocuments', on }])}
        />
      )}
      <Switched
        label={words('replication_ticks')}
        hint={words('replication_ticks_hint')}
        on={settings.tickReplication ?? false}
        disabled={!within && !across}
        onChange={(on) => editor.step([{ do: 'SetTickReplication', on }])}
      />
    </div>
  )
}

/** Whether signers begin with the form, and the way to it. */
function Form({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('form')
  const { editor } = useEditor()
  const mayArrange = useMayArrange()
  return (
    <div className={classes.section}>
      <Switched
        label={words('always')}
        hint={words('always_hint')}
        on={settings.alwaysFormView ?? false}
        disabled={!mayArrange}
        onChange={(on) => {
          // What is seen stays; on the next visit it is as it was set.
          editor.ui.shownAs ??= 'pages'
          editor.step([{ do: 'SetFormViewAlways', on }])
        }}
      />
      <div>
        <Button
          size="sm"
          variant="default"
          leftSection={<ListOrdered size={14} aria-hidden />}
          onClick={() => {
            editor.ui.shownAs = 'form'
          }}
        >
          {words('arrange')}
        </Button>
      </div>
    </div>
  )
}

/** Whether signers may write notes, and the notes that are there. */
function Annotation({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const view = useView((whole) => whole)
  const mayWrite = useMay('can_add_notes')
  return (
    <div className={classes.section}>
      <Switched
        label={words('annotation')}
        hint={words('annotation_hint')}
        on={settings.annotation ?? false}
        onChange={(on) => session.do({ do: 'SetAnnotation', on })}
      />
      <Notes session={session} view={view} by="self" mayAdd={!settings.fieldsLocked && mayWrite} open={mayWrite} />
    </div>
  )
}

/** Filled in all at once; there only where the sender has any. */
function OwnFields() {
  const words = useWords('editor')
  const count = useView((view) => ownFields(view).length)
  const [opened, setOpened] = useState(false)
  if (count === 0) return null
  return (
    <div className={classes.section}>
      <div>
        <Button size="sm" variant="default" leftSection={<PencilLine size={14} aria-hidden />} onClick={() => setOpened(true)}>
          {words('own_fields_open', { count })}
        </Button>
      </div>
      <FieldsModal opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

/** The words that go with the request: seen in short, written in a sheet of their own. */
function Mail({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const [opened, setOpened] = useState(false)
  const said = [disclosed(settings.subject, ''), disclosed(settings.message, '')].filter((text) => text.trim() !== '')
  return (
    <div>
      <div className={classes.head}>{words('extras')}</div>
      <p className={classes.extrasShort} dir="auto">
        {said.length > 0 ? said.join(' · ') : words('extras_none')}
      </p>
      <Button size="sm" variant="default" leftSection={<Mail2 size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {words('extras_edit')}
      </Button>
      <ExtrasModal opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

/** Who is written to: each signer has their own switch, this one sets them all. */
function Notifications({ settings }: { readonly settings: PackSettings }) {
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
function Events() {
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

/** The last day of the request; a template has none, since it is never sent. */
function Expires() {
  const { session } = useEditor().editor
  const isTemplate = useView((view) => view.kind === 'template')
  const held = useView((view) => view.expiry)
  const [typed, setTyped] = useState<string | null>(null)
  if (isTemplate) return null
  const set = (day: string, remindDays: number | null) =>
    session.do({ do: 'SetExpiry', day: day || null, remindDays: day ? remindDays : null })
  return (
    <div className={classes.section}>
      <ExpiryInputs
        value={{ day: typed ?? held?.day ?? '', remindDays: held ? held.remindDays : USUAL_REMINDER }}
        onChange={({ day, remindDays }) => {
          const isSame = day === (held?.day ?? '')
          // A day that has passed is shown as it was typed, with what is wrong.
          setTyped(!isSame && isPastDay(day) ? day : null)
          if (!isPastDay(day)) set(day, remindDays)
        }}
        onLeave={() => setTyped(null)}
      />
    </div>
  )
}
const USUAL_REMINDER = 3

/** How the signers get on with it, and what they know of each other. */
function Signers({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  return (
    <div className={classes.section}>
      <Switched
        label={words('wizard')}
        hint={words('wizard_hint')}
        on={settings.wizard}
        onChange={(on) => session.do({ do: 'SetSigningWizard', on })}
      />
      <Switched
        label={words('multi_edit')}
        hint={words('multi_edit_hint')}
        on={settings.firstSignerMultiEdit}
        onChange={(on) => session.do({ do: 'SetFirstSignerMultiEdit', on })}
      />
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
    </div>
  )
}

function Methods({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const { methods } = settings
  const set = (change: Partial<typeof methods>) => {
    const next = { ...methods, ...change }
    // The last one that goes leaves uploading behind (specification section 5).
    if (!next.drawn && !next.typed && !next.uploaded) say.warning(words('method_required'), undefined, { here: true })
    session.do({ do: 'SetSigningMethods', ...change })
  }
  return (
    <div className={classes.section}>
      <fieldset className={classes.section} style={{ padding: 0, border: 0 }}>
        <legend className={classes.legend}>{words('methods')}</legend>
        <div className={classes.checks}>
          {(['drawn', 'typed', 'uploaded'] as const).map((method) => (
            <Checkbox
              key={method}
              label={words(method)}
              checked={methods[method]}
              onChange={(event) => set({ [method]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </fieldset>
      <Switched
        label={words('one_click_signing')}
        on={settings.oneClickSigning}
        onChange={(on) => session.do({ do: 'SetOneClickSigning', on })}
      />
      <Switched
        label={words('one_click_initial')}
        on={settings.oneClickInitial}
        onChange={(on) => session.do({ do: 'SetOneClickInitial', on })}
      />
    </div>
  )
}

function Copies() {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const all = useView((view) => view.copyRecipients)
  const live = all.filter(({ removed }) => !removed)
  return (
    <div className={classes.section}>
      <div>
        <div className={classes.head}>{words('copies')}</div>
        <p className={classes.hint}>{words('copies_hint')}</p>
      </div>
      {live.length > 0 && (
        <ul className={classes.list}>
          {live.map((recipient) => (
            <CopyTo key={recipient.uuid} recipient={recipient} />
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          variant="default"
          data-add="copy"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => session.do({ do: 'AddCopyRecipient', recipient: newKey() })}
        >
          {words('add_copy')}
        </Button>
      </div>
    </div>
  )
}

function CopyTo({ recipient: { uuid: recipient, name, email } }: { readonly recipient: Pick<CopyRecipient, 'uuid' | 'name' | 'email'> }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const [picked, setPicked] = useState(0)
  const suggested = {
    known: { name: disclosed(name, ''), email: disclosed(email, '') },
    onPick(contact: { name: string; email: string }) {
      setPicked((count) => count + 1)
      session.do({ do: 'NameCopyRecipient', recipient, name: contact.name })
      session.do({ do: 'SetCopyRecipientEmail', recipient, email: contact.email })
    },
  }
  return (
    <li className={classes.card} data-recipient={recipient}>
      <div className={classes.details} style={{ paddingTop: 12 }}>
        <ContactSuggestions by="name" {...suggested}>
          <DraftInput
            label={words('person_name')}
            value={disclosed(name, '')}
            maxLength={200}
            autoComplete="off"
            dropped={picked}
            onCommit={(text) => session.do({ do: 'NameCopyRecipient', recipient, name: text })}
          />
        </ContactSuggestions>
        <ContactSuggestions by="email" {...suggested}>
          <DraftInput
            label={words('email')}
            type="email"
            value={disclosed(email, '')}
            maxLength={320}
            autoComplete="off"
            dropped={picked}
            onCommit={(text) => session.do({ do: 'SetCopyRecipientEmail', recipient, email: text })}
            rightSection={
              <IconButton
                icon={Trash2}
                iconSize={16}
                size="sm"
                name={words('remove_copy')}
                onClick={() => session.do({ do: 'RemoveCopyRecipient', recipient })}
              />
            }
          />
        </ContactSuggestions>
      </div>
    </li>
  )
}
