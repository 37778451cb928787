import { Drawer, Popover } from '@mantine/core'
import { Bell as BellIcon } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { IconButton, useLeftByEscape } from '../../ui/index.ts'
import { inbox, useInbox } from './inbox.ts'
import classes from './Notifications.module.css'
import { Panel } from './Panel.tsx'

const MOST_SHOWN = 99

export const openNotifications = () => {
  inbox.opened = true
}
const close = () => {
  inbox.opened = false
}

/** How much is unread, and what: next to the bell where there is room, in a sheet from below on a phone. */
export function Bell({ narrow }: { narrow: boolean }) {
  const words = useWords('notifications')
  const { unread, opened, arrived } = useInbox()
  useLeftByEscape(narrow && opened, close)
  const name = unread > 0 ? words('bell_unread', { count: String(unread) }) : words('bell')
  const button = (
    <IconButton icon={BellIcon} name={name} aria-haspopup="dialog" aria-expanded={opened} onClick={() => (inbox.opened = !opened)} />
  )
  return (
    <div className={classes.bell}>
      {narrow ? (
        <>
          {button}
          <Drawer.Root opened={opened} onClose={close} position="bottom" padding={0}>
            <Drawer.Overlay />
            <Drawer.Content aria-label={words('title')} classNames={{ content: classes.sheet ?? '' }}>
              <span className={classes.grip} aria-hidden="true" />
              <Panel onOpened={close} onClose={close} />
            </Drawer.Content>
          </Drawer.Root>
        </>
      ) : (
        <Popover
          opened={opened}
          onChange={(open) => (inbox.opened = open)}
          width={400}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
          transitionProps={{ duration: 100 }}
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={words('title')}>
            <Panel onOpened={close} />
          </Popover.Dropdown>
        </Popover>
      )}
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
      <span role="status" className="visually-hidden">
        {arrived}
      </span>
    </div>
  )
}
