import { Button, Menu } from '@mantine/core'
import dayjs from 'dayjs'
import { ArrowLeft, BellRing, Download, RotateCcw } from 'lucide-react'
import type { AuditRecord } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import { expiryDayInWords, hasExpired, remainingDocuments, shownStatus } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { hrefOf, StatusChip, Tip } from '../../ui/index.ts'
import type { HoldState } from '../evidence/index.ts'
import { currentImageUrlOf } from '../pages/index.ts'
import { remindNow, revertToSetup } from './actions.ts'
import { useWatched } from './context.ts'
import classes from './Head.module.css'
import { MoreMenu } from './MoreMenu.tsx'
import { isFileDue, remindable } from './summary.ts'

/** Title, status, and what can be done with the whole document. */
export function Head({ trail, held }: { trail: readonly AuditRecord[] | null; held: HoldState }) {
  const words = useWords('progress')
  const { view, key, store, may } = useWatched()
  const name = disclosed(view.name, '')
  const template = view.kind === 'template'
  const sent = trail?.findLast(({ code }) => code === 'SignaturesRequested')
  const reminded = remindable(view)
  const first = view.documents.find(({ pages }) => pages.length > 0)
  return (
    <header className={classes.head}>
      <div className={classes.stack} data-many={view.documents.length > 1 || undefined} aria-hidden="true">
        {first && <img src={`${currentImageUrlOf(first, 0)}&width=160`} alt="" width={84} height={119} loading="lazy" />}
      </div>
      <div className={classes.text}>
        <a className={classes.back} href={hrefOf(template ? 'documents?type=template' : 'documents')}>
          <ArrowLeft size={14} aria-hidden />
          {words(template ? 'back_templates' : 'back')}
        </a>
        <h1>{name}</h1>
        <div className={classes.facts}>
          <StatusChip status={shownStatus(view)} />
          <span>
            {words('shape', { documents: view.documents.length, pages: view.documents.reduce((sum, { pages }) => sum + pages.length, 0) })}
          </span>
          {view.expiry && view.status === 'awaiting_signatures' && !hasExpired(view) && (
            <span>{words('expires', { day: expiryDayInWords(view.expiry.day) })}</span>
          )}
          {sent && <span>{words('sent_by', { when: dayjs(sent.date_created).format('ddd D MMM'), name: sent.who })}</span>}
        </div>
        <div className={classes.actions}>
          {isFileDue(view) && <DownloadButton />}
          {reminded.length > 0 && may({ do: 'ResendRequest', signatory: '', request: '' }) && (
            <Button
              size="sm"
              variant="default"
              leftSection={<BellRing size={16} aria-hidden />}
              onClick={() => void remindNow(key, reminded)}
            >
              {words('remind')}
            </Button>
          )}
          {view.status !== 'complete' && may({ do: 'RevertToSetup' }) && (
            <Button
              size="sm"
              variant="default"
              leftSection={<RotateCcw size={16} aria-hidden />}
              onClick={() => void revertToSetup(key, store.revision, view)}
            >
              {words(view.status === 'rejected' ? 'back_to_setup' : 'cancel_requests')}
            </Button>
          )}
          <MoreMenu held={held} />
        </div>
      </div>
    </header>
  )
}

/** There as soon as all have signed, and off until the final file is. */
function DownloadButton() {
  const words = useWords('progress')
  const { view } = useWatched()
  const files = view.documents.flatMap(({ sealing, name, key }) =>
    sealing.state === 'sealed' ? [{ key, file: sealing.file, name: disclosed(name, '') }] : [],
  )
  const icon = <Download size={16} aria-hidden />
  if (files.length < remainingDocuments(view).length) {
    return (
      <Tip label={words('download_preparing')}>
        <Button size="sm" variant="default" leftSection={icon} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
          {words('download_preparing')}
        </Button>
      </Tip>
    )
  }
  if (files.length === 1) {
    return (
      <Button size="sm" component="a" href={`/app/serve/${files[0]!.file}`} download leftSection={icon}>
        {words('download')}
      </Button>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="sm" leftSection={icon}>
          {words('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ key, file, name }) => (
          <Menu.Item key={key} component="a" href={`/app/serve/${file}`} download leftSection={icon}>
            {words('download_named', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
