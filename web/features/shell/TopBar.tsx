import { Button, Popover, SegmentedControl, UnstyledButton } from '@mantine/core'
import {
  CircleQuestionMark,
  KeyRound,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  MonitorSmartphone,
  PenLine,
  Search,
  UserX,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { IconButton, Kbd, MOD, TeamAvatar } from '../../ui/index.ts'
import { logOut, useSession } from '../auth/index.ts'
import { openMySignatures } from '../my-signatures/index.ts'
import { Bell } from '../notifications/index.ts'
import { OwnRights } from '../people/index.ts'
import { ActAs } from '../support/index.ts'
import { search } from './Search.tsx'
import { useScheme } from './scheme.ts'
import classes from './TopBar.module.css'

const Sessions = lazy(() => import('../sessions/index.ts').then((door) => ({ default: door.Sessions })))
const DeleteProfile = lazy(() => import('../profile/index.ts').then((door) => ({ default: door.DeleteProfile })))

interface TopBarProps {
  readonly narrow: boolean
  readonly onMenu: () => void
  readonly onHelp: () => void
}

export function TopBar({ narrow, onMenu, onHelp }: TopBarProps) {
  const words = useWords('shell')
  const { workspace } = useSession()
  return (
    <section className={classes.bar} aria-label={words('tools')} data-keep-clear>
      {narrow && workspace && <IconButton icon={MenuIcon} name={words('menu')} size="lg" onClick={onMenu} />}
      {workspace && (
        <UnstyledButton className={classes.search} onClick={() => search.open()} aria-keyshortcuts="Control+K Meta+K">
          <Search size={16} aria-hidden />
          <span className={classes.hint}>{words(narrow ? 'search_short' : 'search')}</span>
          {!narrow && <Kbd>{`${MOD} K`}</Kbd>}
        </UnstyledButton>
      )}
      <span className={classes.space} />
      {!narrow && <IconButton icon={CircleQuestionMark} name={words('help')} onClick={onHelp} />}
      <Bell narrow={narrow} />
      <Profile />
    </section>
  )
}

function Profile() {
  const words = useWords('shell')
  const signatures = useWords('my_signatures')
  const { user, workspace, support, isInstallationAdministrator } = useSession()
  const acting = useWords('support')
  // What is the member's own is closed to who acts as them.
  const isOwn = !support.some(({ is_own }) => is_own)
  const [opened, setOpened] = useState(false)
  const { chosen, choose } = useScheme()
  const about = useWords('person_data')
  const sessions = useWords('sessions')
  /** null: nobody asked yet. */
  const [looking, setLooking] = useState<boolean | null>(null)
  const people = useWords('people')
  const [rights, setRights] = useState(false)
  const [helping, setHelping] = useState<boolean | null>(null)
  const [leaving, setLeaving] = useState<boolean | null>(null)
  if (!user) return null
  const name = user.full_name || user.email_address
  const goTo = (open: () => void) => {
    setOpened(false)
    open()
  }
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={264}
        position="bottom-end"
        shadow="md"
        trapFocus
        returnFocus
        transitionProps={{ duration: 100 }}
      >
        <Popover.Target>
          <UnstyledButton className={classes.profile} aria-label={words('profile', { name })} onClick={() => setOpened(!opened)}>
            <TeamAvatar name={name} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.card ?? ''} aria-label={words('profile', { name })}>
          <div className={classes.who}>
            <b>{name}</b>
            <span>{user.email_address}</span>
          </div>
          <SegmentedControl
            fullWidth
            aria-label={words('colours')}
            value={chosen}
            onChange={(value) => choose(value as 'light' | 'dark' | 'auto')}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: words(`scheme_${value}`) }))}
          />
          {isOwn && workspace?.permissions.includes('can_update_signature_and_initials') && (
            <Entry icon={PenLine} label={signatures('open')} onClick={() => goTo(() => openMySignatures())} />
          )}
          {workspace && <Entry icon={KeyRound} label={people('rights_mine')} onClick={() => goTo(() => setRights(true))} />}
          {isInstallationAdministrator && <Entry icon={LifeBuoy} label={acting('open')} onClick={() => goTo(() => setHelping(true))} />}
          {isOwn && <Entry icon={MonitorSmartphone} label={sessions('open')} onClick={() => goTo(() => setLooking(true))} />}
          <Entry icon={LogOut} label={words('logout')} onClick={() => void logOut()} />
          {isOwn && <Entry icon={UserX} label={about('own')} onClick={() => goTo(() => setLeaving(true))} />}
        </Popover.Dropdown>
      </Popover>
      {looking !== null && (
        <Suspense fallback={null}>
          <Sessions opened={looking} onClose={() => setLooking(false)} />
        </Suspense>
      )}
      <OwnRights opened={rights} onClose={() => setRights(false)} />
      {helping !== null && (
        <Suspense fallback={null}>
          <ActAs opened={helping} onClose={() => setHelping(false)} />
        </Suspense>
      )}
      {leaving !== null && (
        <Suspense fallback={null}>
          <DeleteProfile opened={leaving} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}

function Entry({ icon: Icon, label, onClick }: { readonly icon: LucideIcon; readonly label: string; onClick(): void }) {
  return (
    <Button fullWidth variant="subtle" justify="flex-start" leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
