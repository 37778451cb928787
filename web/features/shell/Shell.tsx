import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { useLeftByEscape, useNarrow } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { useHotkeys } from './hotkeys.ts'
import { NoWorkspace } from './NoWorkspace.tsx'
import { Rail } from './Rail.tsx'
import { Search } from './Search.tsx'
import classes from './Shell.module.css'
import { Shortcuts } from './Shortcuts.tsx'
import { TopBar } from './TopBar.tsx'

const FOLDS = '(max-width: 1199px)'

/** Rail, top bar, and the white sheet on which every screen but the editor stands. */
export function Shell({ at, children }: { at: string | null; children: ReactNode }) {
  const words = useWords('shell')
  const { workspace } = useSession()
  const folded = useMediaQuery(FOLDS, undefined, { getInitialValueInEffect: false }) ?? false
  const narrow = useNarrow()
  const [menu, setMenu] = useState(false)
  const [help, setHelp] = useState(false)
  const showHelp = useCallback(() => setHelp(true), [])
  useHotkeys(showHelp)
  useLeftByEscape(narrow && menu, () => setMenu(false))
  useEffect(() => {
    const close = () => setMenu(false)
    window.addEventListener('hashchange', close)
    return () => window.removeEventListener('hashchange', close)
  }, [])
  return (
    <div className={classes.shell} data-folded={(folded && !narrow) || undefined} data-narrow={narrow || undefined}>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('content')?.focus()}>
        {words('skip')}
      </button>
      {!narrow && (
        <div className={classes.rail}>
          <Rail at={at} folded={folded} />
        </div>
      )}
      <div className={classes.top}>
        <TopBar narrow={narrow} onMenu={() => setMenu(true)} onHelp={showHelp} />
      </div>
      <main id="content" tabIndex={-1} className={classes.sheet}>
        {/* What is open belongs to one workspace: in another it begins again. */}
        {workspace ? <Fragment key={workspace.account_key}>{children}</Fragment> : <NoWorkspace />}
      </main>
      {narrow && (
        <Drawer.Root opened={menu} onClose={() => setMenu(false)} size={264} padding={0}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={words('main_nav')}>
            <Rail at={at} folded={false} onChosen={() => setMenu(false)} />
          </Drawer.Content>
        </Drawer.Root>
      )}
      {workspace && <Search onShortcuts={showHelp} />}
      <Shortcuts opened={help} onClose={() => setHelp(false)} />
    </div>
  )
}
