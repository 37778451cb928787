import { Button, Switch } from '@mantine/core'
import { UserMinus, UserPlus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { watchRows } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, confirm, go, IconButton, Loading, Panel, Shown, say, TeamAvatar, useLoaded, useTitle } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Located } from '../feature.ts'
import { AddPerson } from './AddPerson.tsx'
import { fetchMembers, type Member, removeMember, setAdministrator } from './calls.ts'
import { MemberRights } from './MemberRights.tsx'
import classes from './PeopleScreen.module.css'

/** Who belongs to a workspace, and who administers it. */
export function PeopleScreen({ params: { key: account } }: Pick<Located<{ readonly key: string }>, 'params'>) {
  const words = useWords('people')
  const { user, workspaces } = useSession()
  const [adding, setAdding] = useState(false)
  const workspace = workspaces.find(({ account_key }) => account_key === account)
  const manages = workspace?.permissions.includes('can_manage_account') ?? false
  // Who manages without being an administrator changes no roles, and removes no administrator.
  const administers = manages && (workspace?.is_admin ?? false)
  useTitle(words('title'))

  // Where the workspace cannot be read, the documents are shown (specification file 2, section 4).
  useEffect(() => {
    if (!workspace) go('documents')
  }, [workspace])
  const members = useLoaded(
    useCallback(() => fetchMembers(account), [account]),
    words('load_failed'),
  )

  const { load } = members
  useEffect(() => {
    const again = () => void load(true)
    // What changed before the room was entered is in what is asked for then.
    return watchRows({ account_key: account, list: 'members' }, { changed: again, connected: (live) => live && again() })
  }, [account, load])

  const attempt = async (run: () => Promise<unknown>, said: string, failed: string) => {
    try {
      await run()
      say.success(said)
    } catch (thrown) {
      say.danger(messageOf(thrown, failed))
    }
    await members.load()
  }
  const remove = async (member: Member) => {
    const name = member.user.full_name || member.user.email_address
    const leaving = member.user.key === user?.key
    const yes = await confirm({
      title: words(leaving ? 'leave_title' : 'remove_title'),
      text: leaving ? words('leave_confirm') : words('remove_confirm', { name }),
      yes: words(leaving ? 'leave_yes' : 'remove_yes'),
      danger: true,
    })
    if (yes) await attempt(() => removeMember(account, member.key), words('removed'), words('remove_failed'))
  }
  return (
    <Panel
      title={words('title')}
      lead={workspace ? words('lead', { workspace: workspace.account_name }) : words('lead_short')}
      actions={
        manages && (
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {words('add')}
          </Button>
        )
      }
    >
      <Shown of={members} waiting={<Waiting />}>
        {(people) => (
          <ul className={classes.people}>
            {people.map((member) => {
              const name = member.user.full_name || member.user.email_address
              const me = member.user.key === user?.key
              return (
                <li key={member.key}>
                  <TeamAvatar name={name} />
                  <div className={classes.who}>
                    <b>
                      {name}
                      {me && <span> ({words('you')})</span>}
                    </b>
                    <span>{member.user.email_address}</span>
                  </div>
                  <MemberRights account={account} member={member} me={me} administers={administers} onChanged={() => load(true)} />
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
                    <IconButton icon={UserMinus} iconSize={16} name={words('remove', { name })} onClick={() => void remove(member)} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Shown>
      <AddPerson
        account={account}
        administers={administers}
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={() => void members.load()}
      />
    </Panel>
  )
}

function Waiting() {
  return (
    <Loading>
      <ul className={classes.people}>
        {[140, 180, 120].map((width) => (
          <li key={width}>
            <Bone width={28} height={28} round />
            <div className={classes.who}>
              <Bone width={width} height={14} />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
