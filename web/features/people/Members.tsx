import { Button, Switch } from '@mantine/core'
import { Search, UserMinus, UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { messageOf } from '../../http/index.ts'
import { Listed, SearchBox, useLive } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, EmptyState, Highlighted, IconButton, Loading, say, TeamAvatar } from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import { AddPerson } from './AddPerson.tsx'
import { type Member, setAdministrator } from './calls.ts'
import { memberList } from './list.ts'
import { MemberRights } from './MemberRights.tsx'
import classes from './Members.module.css'
import { RemoveMember } from './RemoveMember.tsx'

/** Who belongs to a workspace, and who administers it. */
export function Members({ account }: { account: string }) {
  const words = useWords('people')
  const { user, workspaces } = useSession()
  const { phase, shown, counts, nextCursor, fetchingMore } = useSnapshot(memberList.state)
  const [adding, setAdding] = useState(false)
  const [going, setGoing] = useState<Member | null>(null)
  const workspace = workspaces.find(({ account_key }) => account_key === account)
  const manages = useMay('can_manage_account')
  // Who manages without being an administrator changes no roles, and removes no administrator.
  const administers = manages && (workspace?.is_admin ?? false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { search } = shown
  useLive(memberList, account)
  useEffect(() => {
    memberList.show({ account, search: '' })
    return memberList.forget
  }, [account])
  const load = () => memberList.load(true)

  const attempt = async (run: () => Promise<unknown>, said: string, failed: string) => {
    try {
      await run()
      say.success(said)
    } catch (thrown) {
      say.danger(messageOf(thrown, failed))
    }
    await load()
  }
  return (
    <section aria-label={words('members')}>
      <div className={classes.tools}>
        <h2 ref={heading} tabIndex={-1}>
          {words('members')} {phase === 'ready' && search === '' && <span>{(counts?.all ?? 0).toLocaleString('en')}</span>}
        </h2>
        <SearchBox list={memberList} label={words('find')} />
        {manages && (
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {words('add')}
          </Button>
        )}
      </div>
      <Listed
        list={memberList}
        waiting={<Waiting />}
        empty={
          <EmptyState
            icon={Search}
            title={words('none_title')}
            action={
              <Button variant="default" onClick={() => memberList.show({ search: '' })}>
                {words('clear')}
              </Button>
            }
          >
            {words('none', { search })}
          </EmptyState>
        }
      >
        {(people) => (
          <ul className={classes.people}>
            {people.map((member) => {
              const name = member.user.full_name || member.user.email_address
              const me = member.user.key === user?.key
              return (
                <li key={member.key}>
                  <TeamAvatar name={name} />
                  <div className={classes.who}>
                    <b dir="auto">
                      <Highlighted text={name} query={search} />
                      {me && <span> ({words('you')})</span>}
                    </b>
                    <span dir="auto">
                      <Highlighted text={member.user.email_address} query={search} />
                    </span>
                  </div>
                  <MemberRights account={account} member={member} me={me} administers={administers} onChanged={load} />
                  <div className={classes.role}>
                    {administers && (
                      <Switch
                        checked={member.is_admin}
                        aria-label={words('admin_switch', { name })}
                        onChange={(event) => {
                          const on = event.currentTarget.checked
                          void attempt(() => setAdministrator(account, member.key, on), words('updated'), words('update_failed'))
                        }}
                      />
                    )}
                    <span>{words(member.is_admin ? 'administrator' : 'member')}</span>
                  </div>
                  {(me || administers || (manages && !member.is_admin)) && (
                    <IconButton icon={UserMinus} iconSize={16} name={words('remove', { name })} onClick={() => setGoing(member)} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Listed>
      {phase === 'ready' && nextCursor !== null && (
        <div className={classes.more}>
          <Button variant="default" loading={fetchingMore} onClick={() => void memberList.more()}>
            {words('more')}
          </Button>
        </div>
      )}
      <RemoveMember
        account={account}
        member={going}
        me={going?.user.key === user?.key}
        chooses={workspace?.permissions.includes('can_view_teams') ?? false}
        onClose={() => setGoing(null)}
        // Their row went, and with it the button that was pressed.
        onRemoved={() => void load().then(() => heading.current?.focus())}
      />
      <AddPerson account={account} administers={administers} opened={adding} onClose={() => setAdding(false)} onAdded={() => void load()} />
    </section>
  )
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
