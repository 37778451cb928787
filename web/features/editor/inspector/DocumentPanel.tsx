import { Button } from '@mantine/core'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../../messages/index.ts'
import { DraftInput } from '../../../ui/index.ts'
import { Completion } from '../../completion/index.ts'
import { ExpiryInputs, isPastDay } from '../../expiry/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Appendices } from './Appendices.tsx'
import { CustomFields, useCustomFieldItems } from './CustomFields.tsx'
import { Contacts } from './DocumentContacts.tsx'
import { Copies } from './DocumentCopies.tsx'
import { Events, Mails } from './DocumentMail.tsx'
import { Signing } from './DocumentSigning.tsx'
import { FieldsModal, ownFields } from './FieldsModal.tsx'
import { Fold, type OfSettings } from './Fold.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** What concerns the document as a whole: what is settled most often first, each further topic under its name. */
export function DocumentPanel() {
  const settings = useView((view) => view.settings)
  return (
    <>
      <Name settings={settings} />
      <OwnFields />
      <Signing settings={settings} />
      <Mails settings={settings} />
      <Contacts settings={settings} />
      <Copies />
      <Appendices settings={settings} />
      <CustomFields />
      <Replication settings={settings} />
      <Finished settings={settings} />
      <Kept settings={settings} />
    </>
  )
}

function Name({ settings }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const name = useView((view) => disclosed(view.name, ''))
  // Groups sign one after another in any case.
  const grouped = useView((view) => view.groups !== undefined)
  return (
    <div className={classes.section}>
      <Completion items={useCustomFieldItems()}>
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
      <Expires />
    </div>
  )
}

/** What is entered once and stands in several fields. */
function Replication({ settings }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const isPack = useView((view) => view.documents.length > 1)
  const [within, across] = [settings.valueReplication ?? false, settings.replicationAcrossDocuments ?? false]
  return (
    <Fold name="replication" title={words('replication')}>
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
    </Fold>
  )
}

/** What is added to the sealed file. */
function Finished({ settings }: OfSettings) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  return (
    <Fold name="finished" title={words('finished')}>
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
    </Fold>
  )
}

/** What concerns those who prepare and integrate it. */
function Kept({ settings }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  return (
    <div className={classes.section}>
      <Switched
        label={words('locked')}
        hint={words('locked_hint')}
        on={settings.fieldsLocked}
        onChange={(on) => editor.step([{ do: on ? 'LockFields' : 'UnlockFields' }])}
      />
      <Events />
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
  )
}
const USUAL_REMINDER = 3
