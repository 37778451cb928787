import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Answers, BoneRow, Dialog, Loading, Shown, say, useLoaded, useSending } from '../../ui/index.ts'
import { fetchBegun, fetchMembers, type Member, removeMember } from './calls.ts'
import classes from './RemoveMember.module.css'

interface RemoveMemberProps {
  readonly account: string
  /** Null while nobody is to go. */
  readonly member: Member | null
  /** They leave by themselves. */
  readonly me: boolean
  /** Only who may see the team chooses in it. */
  readonly chooses: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks before a member goes, and says what is taken over from them and by whom. */
export function RemoveMember({ member, ...rest }: RemoveMemberProps) {
  const words = useWords('people')
  return (
    <Dialog opened={member !== null} onClose={rest.onClose} title={words(rest.me ? 'leave_title' : 'remove_title')} centered size={480}>
      {member && <Removal key={member.key} member={member} {...rest} />}
    </Dialog>
  )
}

const nameOf = ({ user }: Member) => user.full_name || user.email_address

function Removal({ account, member, me, chooses, onClose, onRemoved }: RemoveMemberProps & { readonly member: Member }) {
  const words = useWords('people')
  const ui = useWords('ui')
  const name = nameOf(member)
  const { busy, send } = useSending(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [successor, setSuccessor] = useState<string | null>(null)
  const loaded = useLoaded(
    useCallback(() => fetchBegun(account, member.key), [account, member.key]),
    words('begun_failed'),
  )
  const remove = () => {
    setProblem(null)
    void send({
      async does() {
        await removeMember(account, member.key, successor)
        say.success(words('removed'))
        onRemoved()
      },
      failed: words('remove_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <div className={classes.removal}>
      <p>{me ? words('leave_confirm') : words('remove_confirm', { name })}</p>
      {problem && (
        <p className={classes.problem} role="alert" data-kind="danger">
          {problem}
        </p>
      )}
      <Shown of={loaded} waiting={<Waiting />}>
        {({ begun, successor: usual }) => {
          const counts = (['drafts', 'templates', 'sent', 'finished', 'bulk_sends', 'applications'] as const).filter((of) => begun[of] > 0)
          if (counts.length === 0) return <p>{words(me ? 'begun_none_mine' : 'begun_none')}</p>
          return (
            <section className={classes.begun} aria-label={words('begun_title')}>
              <h3>{words('begun_title')}</h3>
              <ul>
                {counts.map((of) => (
                  <li key={of}>{words(`begun_${of}`, { count: begun[of] })}</li>
                ))}
              </ul>
              {chooses && usual ? (
                <Successor account={account} leaver={member.key} usual={usual} chosen={successor} onChoose={setSuccessor} />
              ) : (
                <p>{words('successor_somebody')}</p>
              )}
              {begun.applications > 0 && !me && <p>{words('begun_secrets', { name })}</p>}
            </section>
          )
        }}
      </Shown>
      <Answers>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={remove} data-autofocus>
          {words(me ? 'leave_yes' : 'remove_yes')}
        </Button>
      </Answers>
    </div>
  )
}

const DEBOUNCE_MS = 250
const MOST_FOUND = 50

interface SuccessorProps {
  readonly account: string
  readonly leaver: string
  readonly usual: Member
  readonly chosen: string | null
  readonly onChoose: (member: string | null) => void
}

function Successor({ account, leaver, usual, chosen, onChoose }: SuccessorProps) {
  const words = useWords('people')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly Member[]>([])
  const all = [usual, ...found.filter(({ key }) => key !== usual.key && key !== leaver)]
  const options = all.map((member) => ({ value: member.key, label: `${nameOf(member)} (${member.user.email_address})` }))
  // The name of who is chosen stands in the same place.
  const isChosen = options.some(({ label }) => label === typed)
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), DEBOUNCE_MS)
  useEffect(() => {
    const asking = new AbortController()
    fetchMembers({ account, search }, { cursor: null, offset: 0 }, { limit: MOST_FOUND, signal: asking.signal, quiet: true }).then(
      ({ rows }) => setFound((before) => [...rows, ...before.filter(({ key }) => !rows.some((row) => row.key === key))]),
      () => undefined,
    )
    return () => asking.abort()
  }, [account, search])
  return (
    <Select
      label={words('successor')}
      description={words('successor_hint')}
      searchable
      allowDeselect={false}
      limit={200}
      nothingFoundMessage={words('successor_none')}
      value={chosen ?? usual.key}
      onChange={onChoose}
      onSearchChange={setTyped}
      data={options}
    />
  )
}

function Waiting() {
  return (
    <Loading>
      <BoneRow width={220} />
    </Loading>
  )
}
