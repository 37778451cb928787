import { Button } from '@mantine/core'
import { Download, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { GuardAnswer } from '#contract/evidence'
import type { KeepingAnswer } from '#contract/keeping'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, go, IconButton, Loading, Panel, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { Anchors } from './Anchors.tsx'
import { Announced } from './Announced.tsx'
import { fetchGuard, fetchKeeping, takeoutUrl } from './calls.ts'
import { FormerMembers } from './FormerMembers.tsx'
import { Guard } from './Guard.tsx'
import { Holds } from './Holds.tsx'
import { Keeping } from './Keeping.tsx'
import { PersonData } from './PersonData.tsx'
import classes from './safekeeping.module.css'

interface Safe {
  readonly guard: GuardAnswer
  readonly keeping: KeepingAnswer
}

/** Whether everything is as it was, and how long it is kept: for administrators. */
export function SafekeepingScreen() {
  const words = useWords('safekeeping')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const [safe, setSafe] = useState<Safe | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useTitle(words('title'))

  useEffect(() => {
    if (workspace && !workspace.is_admin) go('documents')
  }, [workspace])
  const load = useCallback(async () => {
    if (!account) return
    try {
      const [guard, keeping] = await Promise.all([fetchGuard(account), fetchKeeping(account)])
      setSafe({ guard, keeping })
      setProblem(null)
    } catch (thrown) {
      setProblem(messageOf(thrown, words('load_failed')))
    }
  }, [account, words])
  useEffect(() => void load(), [load])

  return (
    <Panel
      title={words('title')}
      lead={words('lead')}
      actions={
        <>
          <IconButton icon={RefreshCw} name={words('refresh')} onClick={() => void load()} />
          {account && (
            <Button component="a" variant="default" href={takeoutUrl(account)} download leftSection={<Download size={16} aria-hidden />}>
              {words('takeout')}
            </Button>
          )}
        </>
      }
    >
      {!safe && !problem && <Waiting />}
      {problem && <ErrorState message={problem} onRetry={() => void load()} />}
      {/* What is typed there outlives a look for news that failed. */}
      {safe && account && (
        <div className={classes.screen}>
          <Guard account={account} guard={safe.guard} onChecked={(guard) => setSafe({ ...safe, guard })} />
          <Anchors account={account} anchors={safe.guard.anchors} />
          <Keeping key={account} account={account} keeping={safe.keeping} onSaved={(keeping) => setSafe({ ...safe, keeping })} />
          <Announced keeping={safe.keeping} />
          <Holds keeping={safe.keeping} onChanged={load} />
          <PersonData key={`person ${account}`} account={account} />
          <FormerMembers key={`former ${account}`} account={account} />
        </div>
      )}
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
