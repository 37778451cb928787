import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { PERMISSIONS } from '#domain/workspace'
import { useWords } from '../../messages/index.ts'
import { TeamAvatar, useLeftByEscape } from '../../ui/index.ts'
import type { Member } from './calls.ts'
import classes from './Rights.module.css'
import { RightsPanel } from './RightsPanel.tsx'
import { differing, rightsOf } from './rights.ts'

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
  const close = () => setOpened(false)
  useLeftByEscape(opened, close)
  const rights = rightsOf(member)
  if (rights === null) return null
  const name = member.user.full_name || member.user.email_address
  const [count, of] = [rights.permissions.size, PERMISSIONS.length]
  const shown = count === of ? words('rights_all') : words('rights_some', { count, of })
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
        {isOwnToRead ? words('rights_mine') : shown}
        {differs && <i aria-hidden />}
      </button>
      <Drawer.Root opened={opened} onClose={close} position="right" size={400} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={title} classNames={{ content: classes.content ?? '' }}>
          <header className={classes.head}>
            <TeamAvatar name={name} />
            <div>
              <h2 dir="auto">{isOwnToRead ? words('rights_mine') : name}</h2>
              <p dir="auto">{member.user.email_address}</p>
            </div>
            <Drawer.CloseButton aria-label="Close" />
          </header>
          <RightsPanel account={account} member={member.key} rights={rights} mayChange={administers} mine={me} onChanged={onChanged} />
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
