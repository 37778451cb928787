import { Select, TextInput } from '@mantine/core'
import { Check, UserSearch, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type AccessAnswer, type AccessGround, accessAnswer } from '#contract/access'
import { isPermission } from '#domain/workspace'
import { http } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { BoneRow, Dialog, exactTime, hrefOf, IconButton, Loading, Shown, useLoaded } from '../../ui/index.ts'
import classes from './WhyAccess.module.css'

/** For those who read the history of a document: why somebody could see it, at any time. */
export function WhyAccess({ documentKey }: { readonly documentKey: string }) {
  const words = useWords('access')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <IconButton icon={UserSearch} name={words('open')} onClick={() => setOpened(true)} />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={words('title')} centered size={560}>
        {opened && <Asking documentKey={documentKey} />}
      </Dialog>
    </>
  )
}

const KINDS = ['user', 'signatory', 'recipient', 'application'] as const

function Asking({ documentKey }: { readonly documentKey: string }) {
  const words = useWords('access')
  const [person, setPerson] = useState<string | null>(null)
  const [at, setAt] = useState('')
  const ask = useCallback(
    () =>
      http.get(`/app/documents/${documentKey}/access`, accessAnswer, {
        query: { ...(person ? { person } : {}), ...(at ? { at: new Date(at).toISOString() } : {}) },
      }),
    [documentKey, person, at],
  )
  const loaded = useLoaded(ask, words('failed'))
  /** It stays while another answer is on its way. */
  const [people, setPeople] = useState<AccessAnswer['people']>([])
  const known = loaded.value?.people ?? people
  if (loaded.value && loaded.value.people !== people) setPeople(loaded.value.people)
  const named = (kind: (typeof KINDS)[number]) =>
    known.filter((one) => one.kind === kind).map(({ principal, name }) => ({ value: principal, label: name || principal }))
  return (
    <div className={classes.asking}>
      <p>{words('lead')}</p>
      <div className={classes.inputs}>
        <Select
          data-autofocus
          label={words('person')}
          placeholder={words('choose')}
          searchable
          limit={200}
          nothingFoundMessage={words('none')}
          value={person}
          onChange={setPerson}
          data={KINDS.map((kind) => ({ group: words(`kind_${kind}`), items: named(kind) })).filter(({ items }) => items.length > 0)}
        />
        <TextInput
          type="datetime-local"
          label={words('at')}
          description={words('at_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      </div>
      <Shown of={loaded} waiting={person === null ? null : <Waiting />}>
        {({ access }) =>
          access && (
            <Reasons
              documentKey={documentKey}
              name={known.find(({ principal }) => principal === person)?.name ?? ''}
              past={at !== ''}
              sees={access.sees}
              grounds={access.grounds}
            />
          )
        }
      </Shown>
    </div>
  )
}

interface ReasonsProps {
  readonly documentKey: string
  readonly name: string
  readonly past: boolean
  readonly sees: boolean
  readonly grounds: readonly AccessGround[]
}

function Reasons({ documentKey, name, past, sees, grounds }: ReasonsProps) {
  const words = useWords('access')
  const begun = (one: AccessGround) => `${one.since.stream} ${one.since.revision}`
  const origins = new Set(grounds.filter(({ ground }) => ground === 'member' || ground === 'application').map(begun))
  // What came with the membership, and stayed, is counted; what somebody switched is named.
  const isUsual = (one: AccessGround) => one.ground === 'permission' && one.until === null && origins.has(begun(one))
  const named = grounds.filter((one) => !isUsual(one))
  return (
    <section aria-live="polite">
      <h3 className={classes.answer} data-sees={sees}>
        {sees ? <Check size={18} aria-hidden /> : <X size={18} aria-hidden />}
        <span dir="auto">{words(past ? (sees ? 'saw' : 'saw_not') : sees ? 'sees' : 'sees_not', { name })}</span>
      </h3>
      {grounds.length === 0 && <p>{words('nothing')}</p>}
      <ol className={classes.grounds}>
        {named.map((one) => {
          const more =
            one.ground === 'member' || one.ground === 'application'
              ? grounds.filter((other) => isUsual(other) && begun(other) === begun(one)).length
              : 0
          return (
            <li key={`${one.ground} ${one.permission} ${begun(one)}`} data-ended={one.until !== null}>
              <b>
                <Named ground={one} />
              </b>
              <Event documentKey={documentKey} word="since" origin={one.since} />
              {more > 0 && one.until === null && <span>{words('more', { count: more })}</span>}
              {one.until && <Event documentKey={documentKey} word="until" origin={one.until} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Named({ ground: { ground, permission } }: { readonly ground: AccessGround }) {
  const words = useWords('access')
  const permissions = useWords('permissions')
  if (ground !== 'permission') return words(`ground_${ground}`)
  return words('ground_permission', { permission: permission !== null && isPermission(permission) ? permissions(permission) : '' })
}

interface EventProps {
  readonly documentKey: string
  readonly word: 'since' | 'until'
  readonly origin: AccessGround['since']
}

/** When, by whom, and where in the log: an event of the document is shown in its replay. */
function Event({ documentKey, word, origin: { date, who, stream, revision } }: EventProps) {
  const words = useWords('access')
  const event = words(`event_${stream}`, { revision })
  return (
    <span>
      {words(word, { time: exactTime(date), who })} ·{' '}
      {stream === 'document' ? <a href={hrefOf(`replay/${documentKey}?at=${revision}`)}>{event}</a> : event}
    </span>
  )
}

function Waiting() {
  return (
    <Loading>
      {[220, 180].map((width) => (
        <BoneRow key={width} width={width} />
      ))}
    </Loading>
  )
}
