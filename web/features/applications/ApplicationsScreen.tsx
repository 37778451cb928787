import { Button } from '@mantine/core'
import { BookOpen, CodeXml, Plus, Webhook } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { mayBrowseApplications } from '#domain/applications'
import { useWords } from '../../messages/index.ts'
import { BoneRow, EmptyState, Loading, Panel, Shown, say, useLoaded, useTitle } from '../../ui/index.ts'
import { logOut, useSession } from '../auth/index.ts'
import { Application } from './Application.tsx'
import classes from './Applications.module.css'
import { type ApplicationRow, fetchApplications } from './calls.ts'
import { EventSubscriptions } from './EventSubscriptions.tsx'
import { Example } from './Example.tsx'
import { basicExample, bearerExample } from './examples.ts'
import { NewApplication } from './NewApplication.tsx'

/** Programs that act for the workspace. Who may not see them is logged out (specification file 2, section 2). */
export function ApplicationsScreen() {
  const words = useWords('applications')
  const { workspace } = useSession()
  const mayBrowse = workspace !== null && mayBrowseApplications({ permissions: new Set(workspace.permissions) })
  useTitle(words('title'))
  useEffect(() => {
    if (workspace === null || mayBrowse) return
    say.warning(words('not_permitted'))
    void logOut().catch(() => undefined)
  }, [workspace, mayBrowse, words])
  return mayBrowse ? (
    <Applications key={workspace.account_key} account={workspace.account_key} workspace={workspace.account_name} />
  ) : (
    <Panel title={words('title')}>
      <Waiting />
    </Panel>
  )
}

function Applications({ account, workspace }: { readonly account: string; readonly workspace: string }) {
  const words = useWords('applications')
  const [subscribing, setSubscribing] = useState(false)
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  /** Secrets that can still be read, by application: making one more does not remove the one before. */
  const [fresh, setFresh] = useState<Readonly<Record<string, string | null>>>({})
  const showSecret = (key: string, secret: string | null) => setFresh((before) => ({ ...before, [key]: secret }))
  const loaded = useLoaded(
    useCallback(() => fetchApplications(), []),
    words('load_failed'),
  )
  const changed = (row: ApplicationRow) => loaded.put((rows) => rows.map((each) => (each.key === row.key ? row : each)))
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {words('add')}
    </Button>
  )
  const isBare = loaded.value?.length === 0
  const made = (row: ApplicationRow, secret: string | null) => {
    loaded.put((rows) => [...rows, row])
    setOpened(row.key)
    showSecret(row.key, secret)
  }
  return (
    <Panel
      title={words('title')}
      lead={words('lead', { workspace })}
      actions={
        <>
          <Button component="a" href="/docs" target="_blank" variant="default" leftSection={<BookOpen size={16} aria-hidden />}>
            {words('reference')}
          </Button>
          {loaded.value !== null && !isBare && (
            <Button variant="default" leftSection={<Webhook size={16} aria-hidden />} onClick={() => setSubscribing(true)}>
              {words('subscriptions_open')}
            </Button>
          )}
          {/* Without the list there is no place to show a secret in. */}
          {loaded.value !== null && !isBare && add}
        </>
      }
    >
      <Shown of={loaded} waiting={<Waiting />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={CodeXml} title={words('empty_title')} action={add}>
              {words('empty')}
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {rows.map((row) => (
                <Application
                  key={row.key}
                  application={row}
                  secret={fresh[row.key] ?? null}
                  opened={opened === row.key}
                  onOpen={(on) => setOpened(on ? row.key : null)}
                  onSecret={(secret) => showSecret(row.key, secret)}
                  onChanged={changed}
                  onDeleted={() => loaded.put((now) => now.filter(({ key }) => key !== row.key))}
                  onFailed={() => void loaded.load(true)}
                />
              ))}
            </ul>
          )
        }
      </Shown>
      <section className={classes.help} aria-labelledby="applications-help">
        <h2 id="applications-help">{words('help')}</h2>
        <p>{words('help_lead')}</p>
        <div>
          <Example text={basicExample()} name={words('help_basic')} />
          <Example text={bearerExample()} name={words('help_bearer')} />
        </div>
      </section>
      <EventSubscriptions
        of={subscribing ? { key: account, kind: 'workspace', name: workspace } : null}
        onClose={() => setSubscribing(false)}
      />
      <NewApplication opened={adding} onClose={() => setAdding(false)} onMade={made} />
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      {[160, 120, 190].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}
