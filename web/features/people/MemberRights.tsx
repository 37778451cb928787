import { Drawer } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PERMISSIONS, type Rights } from '#domain/workspace'
import { useWords } from '../../messages/index.ts'
import { TeamAvatar, useLeftByEscape } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Member } from './calls.ts'
import classes from './Rights.module.css'
import { RightsPanel } from './RightsPanel.tsx'
import { differing, ownRights, rightsOf } from './rights.ts'

interface Props {
  readonly account: string
  readonly member: Member
  /** The reader's own membership. */
  readonly me: boolean
  /** Only administrators who manage the workspace switch permissions. */
  readonly administers: boolean
  readonly onChanged: () => Promise<void>
}

/** How much a member may do, and what it is in a panel from the side. Nothing where this reader is not shown it. */
export function MemberRights({ account, member, me, administers, onChanged }: Props) {
  const words = useWords('people')
  const [opened, setOpened] = useState(false)
  const rights = rightsOf(member)
  if (rights === null) return null
  const name = member.user.full_name || member.user.email_address
  const [count, of] = [rights.permissions.size, PERMISSIONS.length]
  const shown = count === of ? words('rights_every') : words('rights_some', { count, of })
  const differs = differing(rights).size > 0
  const isOwnToRead = me && !administers
  const title = isOwnToRead ? words('rights_mine') : words('rights_of', { name })
  return (
    <>
      <button
        type="button"
        className={classes.count}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={`${title}: ${shown}${differs ? `, ${words('rights_differ')}` : ''}`}
        onClick={() => setOpened(true)}
      >
        {!isOwnToRead && <KeyRound size={14} aria-hidden />}
        {isOwnToRead ? words('rights_mine') : shown}
        {differs && <i aria-hidden />}
      </button>
      <RightsDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        name={name}
        heading={isOwnToRead ? title : name}
        email={member.user.email_address}
      >
        <RightsPanel account={account} member={member.key} rights={rights} mayChange={administers} mine={me} onChanged={onChanged} />
      </RightsDrawer>
    </>
  )
}

/** What the reader may do in the workspace that they work in: also for those who are not shown its members. */
export function OwnRights({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('people')
  const { user, workspace } = useSession()
  if (!user || !workspace) return null
  const rights: Rights = ownRights(workspace)
  return (
    <RightsDrawer
      opened={opened}
      onClose={onClose}
      title={words('rights_mine')}
      name={user.full_name}
      heading={words('rights_mine')}
      email={workspace.account_name}
    >
      <RightsPanel account={workspace.account_key} member="" rights={rights} mayChange={false} mine onChanged={async () => undefined} />
    </RightsDrawer>
  )
}

interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly name: string
  readonly heading: string
  readonly email: string
  readonly children: ReactNode
}

function RightsDrawer({ opened, onClose, title, name, heading, email, children }: DrawerProps) {
  useLeftByEscape(opened, onClose)
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={400} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={title} classNames={{ content: classes.content ?? '' }}>
        <header className={classes.head}>
          <TeamAvatar name={name} />
          <div>
            <h2 dir="auto">{heading}</h2>
            <p dir="auto">{email}</p>
          </div>
          <Drawer.CloseButton aria-label="Close" />
        </header>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}
