import { Button, Menu } from '@mantine/core'
import dayjs from 'dayjs'
import {
  Ban,
  CalendarX2,
  CircleCheck,
  CircleMinus,
  Ellipsis,
  Hourglass,
  Link2,
  ListOrdered,
  type LucideIcon,
  Mail,
  Pencil,
  PenLine,
  Phone,
  Send,
  UserRound,
  Users,
} from 'lucide-react'
import { type CSSProperties, Fragment, useEffect, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { expiryDayInWords, groupColour, isTurnOf, type SignerGroup, signatoryOf, signsInOrder } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { IconButton, LiveDot, SignerAvatar, say, signerColour } from '../../ui/index.ts'
import { meOf, useSession } from '../auth/index.ts'
import { signAs } from '../documents/index.ts'
import { fieldLabel } from '../fields/index.ts'
import { CorrectAddress } from './CorrectAddress.tsx'
import { resendRequest } from './calls.ts'
import { useWatched } from './context.ts'
import { ExcludeSigner } from './ExcludeSigner.tsx'
import { LinkSheet } from './LinkSheet.tsx'
import classes from './Signers.module.css'
import { isMe, knownAs, nameOf, type SignerRow, signerRows } from './summary.ts'

/** Who signs, in which order, how far each is, and what can be done for them. */
export function Signers({ asksForLink, onInPerson }: { /** On arrival. */ asksForLink: boolean; onInPerson: (signer: string) => void }) {
  const words = useWords('progress')
  const { view, store, may } = useWatched()
  const [asked, setAsked] = useState<SignerRow | null>(null)
  const [sheet, setSheet] = useState<'link' | 'address' | 'exclude' | null>(null)
  const open = (which: 'link' | 'address' | 'exclude', row: SignerRow) => {
    setAsked(row)
    setSheet(which)
  }
  const close = () => setSheet(null)
  const rows = signerRows(view, store.people)
  const linkable = rows.filter((row) => mayLink(row, may))
  const first = linkable[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (asksForLink && first) open('link', first)
  }, [asksForLink])
  const inOrder = signsInOrder(view)
  const Order = inOrder ? ListOrdered : Users
  return (
    <section aria-labelledby="signers">
      <div className={classes.head}>
        <h2 id="signers">{words('signers')}</h2>
        {rows.length > 1 && (
          <span>
            <Order size={16} aria-hidden />
            {words(inOrder ? 'in_order' : 'all_at_once')}
          </span>
        )}
      </div>
      {rows.length === 0 && <p className={classes.none}>{words('no_signers')}</p>}
      {rows.length > 0 && (
        <ol className={classes.list}>
          {rows.map((row, at) => (
            <Fragment key={row.signatory.uuid}>
              {row.group && row.group.uuid !== rows[at - 1]?.group?.uuid && <GroupHead group={row.group} />}
              <Signer
                row={row}
                position={at + 1}
                onLink={() => open('link', row)}
                onCorrect={() => open('address', row)}
                onExclude={() => open('exclude', row)}
                onInPerson={() => onInPerson(row.signatory.uuid)}
              />
            </Fragment>
          ))}
        </ol>
      )}
      <LinkSheet row={asked} rows={linkable} onAsk={setAsked} opened={sheet === 'link'} onClose={close} />
      <CorrectAddress row={asked} opened={sheet === 'address'} onClose={close} />
      <ExcludeSigner row={asked} opened={sheet === 'exclude'} onClose={close} />
    </section>
  )
}

/** Whose signers sign at the same time. */
function GroupHead({ group: { uuid, name } }: { readonly group: SignerGroup }) {
  const words = useWords('progress')
  const { view } = useWatched()
  const colour = groupColour(view, uuid)
  const of = signerRows(view, []).filter(({ group, label }) => group?.uuid === uuid && label !== 'excluded')
  return (
    <li className={classes.group} style={{ '--c': colour === 0 ? 'var(--signer-more)' : signerColour(colour - 1) } as CSSProperties}>
      <b dir="auto">{disclosed(name, '')}</b>
      <span>
        {words('group_signed', { done: String(of.filter(({ label }) => label === 'completed').length), count: String(of.length) })}
      </span>
    </li>
  )
}

const LABEL_ICONS: Record<SignerRow['label'], LucideIcon> = {
  queued: Hourglass,
  awaiting: Hourglass,
  expired: CalendarX2,
  completed: CircleCheck,
  rejected: Ban,
  excluded: CircleMinus,
}

interface SignerProps {
  readonly row: SignerRow
  readonly position: number
  readonly onLink: () => void
  readonly onCorrect: () => void
  readonly onExclude: () => void
  readonly onInPerson: () => void
}

function Signer({ row, position, onLink, onCorrect, onExclude, onInPerson }: SignerProps) {
  const words = useWords('progress')
  const { key, view, may } = useWatched()
  const { mailsAreSent, user } = useSession()
  const setter = row.signatory.setUpBy === undefined ? undefined : signatoryOf(view, row.signatory.setUpBy)
  const { signatory, name, label, here, done, due, colour } = row
  const { uuid } = signatory
  const open = isOpen(row)
  /** The viewer is asked to sign, and does so from here. */
  const isMine = mayLink(row, may) && isTurnOf(view, uuid) && isMe(signatory, meOf(user))
  const mayHost =
    open &&
    row.waitsFor.length === 0 &&
    may({ do: 'IssueSigningLink', signatory: uuid, link: '', purpose: 'sign_in_person', request: null })
  const mayResend = label === 'awaiting' && may({ do: 'ResendRequest', signatory: uuid, request: '' })
  const mayCorrect = open && may({ do: 'CorrectAddress', signatory: uuid, request: '' })
  const mayExclude = open && may({ do: 'ExcludeSignatory', signatory: uuid, viewing: false, requests: {} })
  const resend = async () => {
    try {
      await resendRequest(key, uuid)
      say.success(words(mailsAreSent ? 'resent' : 'resent_kept', { name }))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('failed')))
    }
  }
  const Icon = LABEL_ICONS[label]
  const Contact = row.byMail ? Mail : Phone
  const live = here !== null && label === 'awaiting'
  return (
    <li className={classes.signer} data-live={live || undefined}>
      <span className={classes.position}>{position}</span>
      <SignerAvatar
        name={knownAs(signatory)}
        role={row.role}
        colour={colour}
        done={done}
        due={due}
        status={signatory.status}
        large
        silent
      />
      <div className={classes.person}>
        <div className={classes.name}>
          <b dir="auto">{name}</b>
          {row.role && <span>{row.role}</span>}
          {signatory.optional && <span>({words('optional')})</span>}
        </div>
        <div className={classes.contact}>
          {row.contact && <Contact size={14} aria-hidden />}
          <span>{row.contact || words('no_contact')}</span>
        </div>
        {setter && (
          <div className={classes.contact}>
            <span>{words('set_up_by', { name: nameOf(setter) })}</span>
          </div>
        )}
      </div>
      <div className={classes.state}>
        <div data-label={label}>
          {live ? <LiveDot /> : <Icon size={16} aria-hidden />}
          {live ? words('signing_now') : words(`label_${label}`)}
        </div>
        <Detail row={row} />
      </div>
      <div className={classes.fields}>
        <div>
          <b>{words('fields_of', { done: String(done), due: String(due) })}</b> {words('fields')}
        </div>
        <div className={classes.bar} aria-hidden="true">
          <span
            style={{
              width: `${due === 0 ? (label === 'completed' ? 100 : 0) : (done / due) * 100}%`,
              background: label === 'completed' ? 'var(--complete-line)' : `var(--signer-${colour < 8 ? colour + 1 : 'more'})`,
            }}
          />
        </div>
      </div>
      <div className={classes.actions}>
        {isMine && (
          <Button
            size="sm"
            leftSection={<PenLine size={16} aria-hidden />}
            aria-label={words('sign_named', { name })}
            onClick={() => void signAs(key, uuid)}
          >
            {words('sign')}
          </Button>
        )}
        {mayLink(row, may) && !isMine && (
          <Button
            size="sm"
            variant="default"
            leftSection={<Link2 size={16} aria-hidden />}
            aria-label={words('link_named', { name })}
            onClick={onLink}
          >
            {words('link')}
          </Button>
        )}
        {(mayResend || mayCorrect || mayExclude || mayHost || isMine) && (
          <Menu>
            <Menu.Target>
              <IconButton icon={Ellipsis} name={words('signer_menu', { name })} tooltip={false} />
            </Menu.Target>
            <Menu.Dropdown>
              {isMine && (
                <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={onLink}>
                  {words('link_named', { name })}
                </Menu.Item>
              )}
              {mayHost && (
                <Menu.Item leftSection={<UserRound size={16} aria-hidden />} onClick={onInPerson}>
                  {words('in_person')}
                </Menu.Item>
              )}
              {mayResend && (
                <Menu.Item leftSection={<Send size={16} aria-hidden />} onClick={() => void resend()}>
                  {words('resend')}
                </Menu.Item>
              )}
              {mayCorrect && (
                <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onCorrect}>
                  {words('correct')}
                </Menu.Item>
              )}
              {mayExclude && (
                <Menu.Item data-danger leftSection={<CircleMinus size={16} aria-hidden />} onClick={onExclude}>
                  {words('exclude')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </li>
  )
}

const isOpen = ({ label }: SignerRow) => label === 'awaiting' || label === 'queued'
const mayLink = (row: SignerRow, may: ReturnType<typeof useWatched>['may']) =>
  isOpen(row) &&
  row.waitsFor.length === 0 &&
  may({ do: 'IssueSigningLink', signatory: row.signatory.uuid, link: '', purpose: 'sign', request: null })

const at = (iso: string) => dayjs(iso).format(dayjs(iso).isSame(dayjs(), 'day') ? 'HH:mm' : 'ddd D MMM, HH:mm')

/** The second line of a signer's state: since when, or why not. */
function Detail({ row }: { row: SignerRow }) {
  const words = useWords('progress')
  const { view } = useWatched()
  const { signatory, label, here, waitsFor } = row
  const { request } = signatory
  if (label === 'completed' && signatory.completed) return <span>{at(signatory.completed)}</span>
  if (label === 'rejected') return <span title={disclosed(signatory.rejectionReason, '')}>{disclosed(signatory.rejectionReason, '')}</span>
  if (label === 'excluded') return null
  if (view.status !== 'awaiting_signatures') return <span>{words('no_longer_asked')}</span>
  if (label === 'expired') return <span>{words('expired_on', { day: expiryDayInWords(view.expiry?.day ?? '') })}</span>
  const typing = here?.typing ? view.fields[here.typing] : undefined
  if (typing) return <span>{words('typing_in', { field: fieldLabel(typing) })}</span>
  if (here?.page != null) return <span>{words('on_page', { page: String(here.page + 1) })}</span>
  if (request?.state === 'failed' || request?.state === 'bounced') {
    const detail = disclosed(request.detail, '') || words('no_detail')
    const said = words(request.state === 'bounced' ? 'bounced' : 'not_delivered', { detail })
    return (
      <span data-problem title={said}>
        {said}
      </span>
    )
  }
  if (label === 'queued') return <span>{waitsFor[0] ? words('waits_for', { name: waitsFor[0] }) : words('asking')}</span>
  if (signatory.postponed) return <span>{words('postponed')}</span>
  if (signatory.visited) return <span>{words('opened', { when: at(signatory.visited) })}</span>
  if (request?.state === 'queued') return <span>{words('asking')}</span>
  if (request) return <span>{words(request.kept ? 'kept' : 'asked', { when: at(request.at) })}</span>
  return <span>{signatory.links.length > 0 ? words('link_given') : words('asking')}</span>
}
