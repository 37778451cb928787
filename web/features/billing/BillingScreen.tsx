import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { listAnswer } from '#contract/document-list'
import { userAccountsAnswer } from '#contract/workspace'
import { http } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, hrefOf, Loading, Panel, Shown, useLoaded, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import classes from './BillingScreen.module.css'

async function fetchUse(account: string) {
  const countOf = async (document_type: 'document' | 'template') =>
    (await http.get('/app/documents', listAnswer, { query: { document_type, limit: 1 } })).counts.all ?? 0
  const [{ user_accounts }, documents, templates] = await Promise.all([
    http.get(`/app/accounts/${account}/user_accounts`, userAccountsAnswer),
    countOf('document'),
    countOf('template'),
  ])
  return { members: user_accounts.length, documents, templates }
}

/** What the workspace uses. */
export function BillingScreen() {
  const words = useWords('billing')
  const { workspace, infoUrl } = useSession()
  const account = workspace?.account_key ?? ''
  useTitle(words('title'))
  const use = useLoaded(
    useCallback(() => fetchUse(account), [account]),
    words('load_failed'),
  )
  return (
    <Panel
      title={words('title')}
      lead={words('lead', { workspace: workspace?.account_name ?? '' })}
      actions={
        infoUrl !== null && (
          <Button component="a" variant="default" href={hrefOf('custom_info')}>
            {words('pricing')}
          </Button>
        )
      }
    >
      <Shown
        of={use}
        waiting={
          <Loading className={classes.figures}>
            {['members', 'documents', 'templates'].map((what) => (
              <Bone key={what} width="100%" height={88} />
            ))}
          </Loading>
        }
      >
        {(used) => (
          <dl className={classes.figures}>
            {(['members', 'documents', 'templates'] as const).map((what) => (
              <div key={what}>
                <dt>{words(what)}</dt>
                <dd>{used[what].toLocaleString('en')}</dd>
              </div>
            ))}
          </dl>
        )}
      </Shown>
    </Panel>
  )
}
