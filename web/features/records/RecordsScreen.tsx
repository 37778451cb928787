import { Button } from '@mantine/core'
import { Download, RefreshCw } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useWords } from '../../messages/index.ts'
import { Bone, go, IconButton, Loading, Panel, Shown, useLoaded, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { Anchors } from './Anchors.tsx'
import { Announced } from './Announced.tsx'
import { fetchGuard, fetchRetention, takeoutUrl } from './calls.ts'
import { FormerMembers } from './FormerMembers.tsx'
import { Guard } from './Guard.tsx'
import { Holds } from './Holds.tsx'
import { PersonData } from './PersonData.tsx'
import { Retention } from './Retention.tsx'
import classes from './records.module.css'

/** After which it is looked again whether a round has ended that takes longer than a call waits. */
const LOOKS_MS = 2_000

async function fetchSafe(account: string, quietly: boolean) {
  const [guard, keeping] = await Promise.all([fetchGuard(account, quietly), fetchRetention(account, quietly)])
  return { guard, keeping }
}

/** Whether everything is as it was, and how long it is kept: for those who manage the workspace. */
export function RecordsScreen() {
  const words = useWords('records')
  const { workspace } = useSession()
  const account = workspace?.account_key
  useTitle(words('title'))
  useEffect(() => {
    if (workspace && !workspace.permissions.includes('can_manage_account')) go('documents')
  }, [workspace])
  return account ? <Safe key={account} account={account} /> : null
}

function Safe({ account }: { account: string }) {
  const words = useWords('records')
  const safe = useLoaded(
    useCallback((quietly: boolean) => fetchSafe(account, quietly), [account]),
    words('load_failed'),
  )
  const { load } = safe
  const isChecking = safe.value?.guard.report.checking ?? false
  useEffect(() => {
    if (!isChecking) return
    const looking = setInterval(() => void load(true), LOOKS_MS)
    return () => clearInterval(looking)
  }, [isChecking, load])
  return (
    <Panel
      title={words('title')}
      lead={words('lead')}
      actions={
        <>
          <IconButton icon={RefreshCw} name={words('refresh')} onClick={() => void safe.load()} />
          <Button component="a" variant="default" href={takeoutUrl(account)} download leftSection={<Download size={16} aria-hidden />}>
            {words('takeout')}
          </Button>
        </>
      }
    >
      <Shown of={safe} waiting={<Waiting />}>
        {({ guard, keeping }) => (
          <div className={classes.screen}>
            <Guard account={account} guard={guard} onChecked={(checked) => safe.put((held) => ({ ...held, guard: checked }))} />
            <Anchors account={account} anchors={guard.anchors} />
            <Retention account={account} keeping={keeping} onSaved={(saved) => safe.put((held) => ({ ...held, keeping: saved }))} />
            <Announced keeping={keeping} />
            <Holds keeping={keeping} onChanged={safe.load} />
            <PersonData account={account} />
            <FormerMembers account={account} />
          </div>
        )}
      </Shown>
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading className={classes.screen}>
      <section>
        <Bone width="100%" height={72} />
        <div className={classes.gap} />
        <Bone width="100%" height={68} />
      </section>
      {[120, 180, 140].map((width) => (
        <section key={width}>
          <Bone width={width} height={20} />
          <div className={classes.gap} />
          <Bone width="100%" height={104} />
        </section>
      ))}
    </Loading>
  )
}
