import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { FormerMember } from '#contract/person-data'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, confirm, Loading, Shown, say, TeamAvatar, useLoaded } from '../../ui/index.ts'
import { deleteProfileOf, fetchFormerMembers } from './calls.ts'
import classes from './records.module.css'

/** Who left the team and still has a profile here. */
export function FormerMembers({ account }: { account: string }) {
  const words = useWords('person_data')
  const former = useLoaded(
    useCallback(() => fetchFormerMembers(account), [account]),
    words('former_load_failed'),
  )

  const remove = async ({ user_key, full_name, email_address }: FormerMember) => {
    const name = full_name || email_address
    const yes = await confirm({
      title: words('former_title', { name }),
      text: words('former_text'),
      yes: words('former_delete'),
      danger: true,
    })
    if (!yes) return
    try {
      await deleteProfileOf(account, user_key)
      say.success(words('former_deleted'))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('former_failed')))
    }
    await former.load()
  }
  return (
    <section aria-label={words('former')}>
      <h2>{words('former')}</h2>
      <p className={classes.lead}>{words('former_lead')}</p>
      <Shown of={former} waiting={<Waiting />}>
        {({ former_members: people }) =>
          people.length === 0 ? (
            <p className={classes.lead}>{words('former_none')}</p>
          ) : (
            <ul className={classes.card}>
              {people.map((person) => {
                const name = person.full_name || person.email_address
                return (
                  <li key={person.user_key} className={classes.row}>
                    <TeamAvatar name={name} />
                    <div>
                      <b>{name}</b>
                      <span>{person.why_not ? `${person.email_address} · ${person.why_not}` : person.email_address}</span>
                    </div>
                    {person.possible && (
                      <Button
                        variant="default"
                        size="sm"
                        aria-label={words('former_delete_named', { name })}
                        onClick={() => void remove(person)}
                      >
                        {words('former_delete')}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className={classes.card}>
        <div className={classes.row}>
          <Bone width={28} height={28} round />
          <div>
            <Bone width={160} height={14} />
          </div>
        </div>
      </div>
    </Loading>
  )
}
