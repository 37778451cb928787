import { Menu, UnstyledButton } from '@mantine/core'
import { ChevronsUpDown, CopyPlus, FileText, type LucideIcon, Mails, ShieldCheck, Trash2, Users } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { hrefOf, initialsOf, Mark, Tip } from '../../ui/index.ts'
import { chooseWorkspace, useSession } from '../auth/index.ts'
import { useCounts } from '../documents/index.ts'
import classes from './Rail.module.css'

export type Place = 'documents' | 'templates' | 'trash' | 'people' | 'outbox' | 'safekeeping'

interface RailProps {
  readonly at: Place | null
  /** Signs only, words on hover. */
  readonly folded: boolean
}

export function Rail({ at, folded }: RailProps) {
  const words = useWords('shell')
  const { workspace } = useSession()
  const counts = useCounts()
  const item = (place: Place, route: string, icon: LucideIcon, count?: number | null) => (
    <NavItem key={place} label={words(place)} href={hrefOf(route)} icon={icon} on={at === place} folded={folded} count={count ?? null} />
  )
  return (
    <nav className={classes.rail} data-folded={folded || undefined} aria-label={words('main_nav')}>
      {workspace && (
        <>
          <WorkspacePicker folded={folded} />
          {item('documents', 'documents', FileText, counts.document)}
          {item('templates', 'documents?type=template', CopyPlus, counts.template)}
          {item('trash', 'trash', Trash2)}
          {(workspace.is_admin || !workspace.is_personal_account) && <div className={classes.heading}>{folded ? '' : words('manage')}</div>}
          {!workspace.is_personal_account && item('people', `team/${workspace.account_key}`, Users)}
          {!workspace.is_personal_account && workspace.is_admin && item('outbox', 'outbox', Mails)}
          {workspace.is_admin && item('safekeeping', 'safekeeping', ShieldCheck)}
        </>
      )}
      <div className={classes.foot}>
        <Mark size={20} />
        {!folded && <span>Paraph</span>}
      </div>
    </nav>
  )
}

interface NavItemProps {
  readonly label: string
  readonly href: string
  readonly icon: LucideIcon
  readonly on: boolean
  readonly folded: boolean
  readonly count: number | null
}

function NavItem({ label, href, icon: Icon, on, folded, count }: NavItemProps) {
  const link = (
    <a className={classes.item} href={href} aria-current={on ? 'page' : undefined} aria-label={folded ? label : undefined}>
      <Icon size={16} aria-hidden />
      {!folded && (
        <>
          {label}
          {count !== null && count > 0 && <b>{count.toLocaleString('en')}</b>}
        </>
      )}
    </a>
  )
  return folded ? (
    <Tip label={label} position="right" openDelay={100}>
      {link}
    </Tip>
  ) : (
    link
  )
}

function WorkspacePicker({ folded }: { folded: boolean }) {
  const words = useWords('shell')
  const { workspace, workspaces } = useSession()
  const name = workspace?.account_name ?? ''
  const inside = (
    <>
      <span className={classes.tile} aria-hidden="true">
        {initialsOf(name)}
      </span>
      {!folded && <span className={classes.name}>{name}</span>}
    </>
  )
  if (workspaces.length < 2) return <div className={classes.workspace}>{inside}</div>
  return (
    <Menu position="bottom-start" width={216}>
      <Menu.Target>
        <UnstyledButton className={classes.workspace} aria-label={words('workspace_menu', { name })}>
          {inside}
          {!folded && <ChevronsUpDown size={16} aria-hidden className={classes.chevrons} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map(({ account_key, account_name }) => (
          <Menu.Item key={account_key} onClick={() => chooseWorkspace(account_key)} aria-current={account_name === name || undefined}>
            {account_name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
