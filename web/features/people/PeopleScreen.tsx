import { Button } from '@mantine/core'
import { User } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { HttpRefused, isTemporary } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, EmptyState, go, Loading, Panel, Shown, say, useLoaded, useTitle } from '../../ui/index.ts'
import { enterWorkspace, logOutOfClosed, useSession } from '../auth/index.ts'
import type { Located } from '../feature.ts'
import { fetchAccount } from './calls.ts'
import { Members } from './Members.tsx'
import { NameForm } from './NameForm.tsx'

type Props = Pick<Located<{ readonly key: string }>, 'params'>

/** #team/new */
export function Setup() {
  const words = useWords('people')
  const { workspaceDescriptor } = useSession()
  const title = words('setup_title', { descriptor: workspaceDescriptor })
  useTitle(title)
  return (
    <Panel title={title} lead={words('setup_lead')}>
      <NameForm account="new" name="" />
    </Panel>
  )
}

/** A workspace: its name and its members. Who opens the page of another one of theirs works there from then on. */
export function PeopleScreen({ params: { key: account } }: Props) {
  const words = useWords('people')
  const { workspaces, workspaceDescriptor } = useSession()
  const own = workspaces.find(({ account_key }) => account_key === account)
  const manages = own?.permissions.includes('can_manage_account') ?? false
  const loaded = useLoaded(
    useCallback(() => opened(account), [account]),
    words('fetch_failed'),
  )
  const { value } = loaded
  // Where the workspace cannot be read, the documents are shown (specification file 2, section 4).
  useEffect(() => {
    if (value === null || (value === 'there' && own)) return
    if (value === 'refused' && logOutOfClosed(account)) return
    if (value === 'refused') say.danger(words('fetch_failed'))
    go('documents')
  }, [value, own, account, words])

  const name = own?.account_name ?? ''
  const title = manages && name ? words('update_title', { name }) : name || words('title')
  useTitle(title)
  return (
    <Panel title={title} lead={own?.is_personal_account ? undefined : words('lead', { workspace: name })}>
      <Shown of={loaded} waiting={<Waiting />}>
        {() =>
          own?.is_personal_account ? (
            <EmptyState
              icon={User}
              title={words('personal_title')}
              action={<Button onClick={() => go('team/new')}>{words('setup_new', { descriptor: workspaceDescriptor })}</Button>}
            >
              {words('personal_text')}
            </EmptyState>
          ) : (
            own && (
              <>
                {manages && <NameForm account={account} name={name} />}
                {own.permissions.includes('can_view_teams') && <Members account={account} />}
              </>
            )
          )
        }
      </Shown>
    </Panel>
  )
}

/** It may be one that this page does not know of yet. */
async function opened(account: string): Promise<'there' | 'refused'> {
  try {
    await fetchAccount(account)
    await enterWorkspace(account)
    return 'there'
  } catch (thrown) {
    if (thrown instanceof HttpRefused && !isTemporary(thrown)) return 'refused'
    throw thrown
  }
}

function Waiting() {
  return (
    <Loading>
      {[140, 180, 120].map((width) => (
        <BoneRow key={width} width={width} face />
      ))}
    </Loading>
  )
}
