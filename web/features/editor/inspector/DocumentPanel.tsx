import { Button } from '@mantine/core'
import { ListOrdered, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { PackSettings } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { Completion } from '../../completion/index.ts'
import { ExpiryInputs, isPastDay } from '../../expiry/index.ts'
import { Notes } from '../../notes/index.ts'
import { useMayArrange } from '../form/FormEditor.tsx'
import { useEditor, useView } from '../view/context.ts'
import { Appendices } from './Appendices.tsx'
import { ChannelChoice } from './Channel.tsx'
import { CustomFields, useCustomFieldItems } from './CustomFields.tsx'
import { Copies } from './DocumentCopies.tsx'
import { Events, Mail, Notifications, Rules } from './DocumentMail.tsx'
import { Methods, Signers } from './DocumentSigning.tsx'
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
