import { Menu } from '@mantine/core'
import {
  BellRing,
  CalendarClock,
  CheckCheck,
  Ellipsis,
  FileCheck,
  FileDown,
  FileKey2,
  FileSearch,
  FolderInput,
  Gavel,
  ShieldCheck,
  Table2,
  Trash2,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { can, customFieldId, liveCustomFields, mayDisclose, remainingDocuments } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { IconButton, VERIFY_PAGE } from '../../ui/index.ts'
import { EventSubscriptions } from '../applications/index.ts'
import { MoveDialog, useMayMove } from '../documents/index.ts'
import {
  CompareSheet,
  disclosuresUrl,
  fieldDataUrl,
  HoldSheet,
  type HoldState,
  liftHold,
  mayBeRenewed,
  renewSealOf,
} from '../evidence/index.ts'
import { ExpirySheet } from '../expiry/index.ts'
import { NotificationRules } from '../notification-rules/index.ts'
import { TempDownloads, tempDownloadsFor } from '../temp-downloads/index.ts'
import { deletePack, markComplete } from './actions.ts'
import { useWatched } from './context.ts'

type Sheet = 'move' | 'rules' | 'events' | 'expiry' | 'hold' | 'compare' | 'downloads'

/** Further actions on the whole document, and its exports. */
export function MoreMenu({ held: { hold, look } }: { held: HoldState }) {
  const words = useWords('progress')
  const evidence = useWords('evidence')
  const others = useWords('temp_downloads')
  const documents = useWords('documents')
  const { view, key, store, who, may } = useWatched()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const mayMove = useMayMove(view.kind)
  const name = disclosed(view.name, '')
  const document = view.kind === 'document'
  const there = view.trashed === null
  const sealed = document && view.documents.length > 0 && remainingDocuments(view).every(({ sealing }) => sealing.state === 'sealed')
  const downloadTypes = tempDownloadsFor((permission) => can(who, permission))
  const converted = view.documents.filter(({ conversion }) => conversion.state === 'converted')
  const offers = {
    rules: there && (view.status === 'awaiting_signatures' || view.status === 'complete'),
    events: there && can(who, 'can_view_api_details'),
    expiry: there && view.status === 'awaiting_signatures' && may({ do: 'SetExpiry', day: null, remindDays: null }),
    // To ask for what is so already is allowed, and not worth offering.
    complete: view.status !== 'complete' && may({ do: 'MarkAsComplete' }),
    disclosures: sealed && mayDisclose(view, who),
    data: document && can(who, 'can_download_document_csv_data'),
    downloads: there && converted.length > 0 && downloadTypes.length > 0,
    compare: sealed,
    renew: mayBeRenewed(view) && view.documents.every(({ key: each }) => may({ do: 'RenewSeal', document: each })),
    move: there && mayMove,
    hold: hold === null,
    lift: hold !== null && hold !== undefined,
    delete: there && may({ do: 'TrashPack' }),
  }
  if (!Object.values(offers).some(Boolean)) return null
  const icon = (Icon: typeof Gavel) => <Icon size={16} aria-hidden />
  const open = (which: Sheet) => () => setSheet(which)
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <IconButton icon={Ellipsis} name={words('more')} size="sm" />
        </Menu.Target>
        <Menu.Dropdown>
          {offers.rules && (
            <Menu.Item leftSection={icon(BellRing)} onClick={open('rules')}>
              {words('notification_rules')}
            </Menu.Item>
          )}
          {offers.events && (
            <Menu.Item leftSection={icon(Webhook)} onClick={open('events')}>
              {words('event_subscriptions')}
            </Menu.Item>
          )}
          {offers.expiry && (
            <Menu.Item leftSection={icon(CalendarClock)} onClick={open('expiry')}>
              {words('expiry_date')}
            </Menu.Item>
          )}
          {offers.complete && (
            <Menu.Item leftSection={icon(CheckCheck)} onClick={() => void markComplete(key, store.revision)}>
              {words('mark_complete')}
            </Menu.Item>
          )}
          {offers.data && (
            <Menu.Item leftSection={icon(Table2)} component="a" href={fieldDataUrl(key)} download>
              {evidence('field_data')}
            </Menu.Item>
          )}
          {offers.disclosures &&
            view.documents.map(({ key: child, name: of }, _, all) => (
              <Menu.Item key={child} leftSection={icon(FileKey2)} component="a" href={disclosuresUrl(child)} download>
                {all.length === 1 ? evidence('disclosures') : evidence('disclosures_named', { name: disclosed(of, '') })}
              </Menu.Item>
            ))}
          {offers.downloads && (
            <Menu.Item leftSection={icon(FileDown)} onClick={open('downloads')}>
              {others('item')}
            </Menu.Item>
          )}
          {sealed && (
            <Menu.Item leftSection={icon(FileCheck)} component="a" href={VERIFY_PAGE} target="_blank" rel="noopener">
              {words('verify')}
            </Menu.Item>
          )}
          {offers.compare && (
            <Menu.Item leftSection={icon(FileSearch)} onClick={open('compare')}>
              {evidence('compare')}
            </Menu.Item>
          )}
          {offers.renew && (
            <Menu.Item leftSection={icon(ShieldCheck)} onClick={() => void renewSealOf(key)}>
              {evidence('renew')}
            </Menu.Item>
          )}
          {offers.move && (
            <Menu.Item leftSection={icon(FolderInput)} onClick={open('move')}>
              {documents('move_item')}
            </Menu.Item>
          )}
          {offers.hold && (
            <Menu.Item leftSection={icon(Gavel)} onClick={open('hold')}>
              {evidence('hold')}
            </Menu.Item>
          )}
          {offers.lift && (
            <Menu.Item leftSection={icon(Gavel)} onClick={() => void liftHold(key, name, look)}>
              {evidence('hold_lift_item')}
            </Menu.Item>
          )}
          {offers.delete && (
            <Menu.Item data-danger leftSection={icon(Trash2)} onClick={() => void deletePack(key, name, view)}>
              {words('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NotificationRules document={key} rules={view.notifications.rules} opened={sheet === 'rules'} onClose={() => setSheet(null)} />
      <EventSubscriptions of={sheet === 'events' ? { key, kind: view.kind, name } : null} onClose={() => setSheet(null)} />
      <ExpirySheet document={key} expiry={view.expiry} opened={sheet === 'expiry'} onClose={() => setSheet(null)} />
      <HoldSheet document={key} opened={sheet === 'hold'} onClose={() => setSheet(null)} onChanged={look} />
      <TempDownloads
        documents={converted.map((each) => ({ key: each.key, name: disclosed(each.name, '') || name }))}
        types={downloadTypes}
        opened={sheet === 'downloads'}
        onClose={() => setSheet(null)}
      />
      {sheet === 'move' && (
        <MoveDialog
          list={null}
          kind={view.kind}
          chosen={[
            {
              key,
              name,
              customFields: liveCustomFields(view).map((field) => ({ id: customFieldId(field), name: disclosed(field.name, '') })),
            },
          ]}
          onClose={() => setSheet(null)}
        />
      )}
      <CompareSheet document={key} opened={sheet === 'compare'} onClose={() => setSheet(null)} />
    </>
  )
}
