import { Button, Checkbox, TextInput } from '@mantine/core'
import { ChevronDown, CodeXml, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { MOST_APPLICATION_NAME } from '#domain/applications'
import type { Permission } from '#domain/workspace'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, RelativeTime, say, useAutosave } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { GROUPS, permissionsIn } from '../permissions/index.ts'
import classes from './Applications.module.css'
import { type ApplicationChange, type ApplicationRow, changeApplication, deleteApplication, refreshSecret } from './calls.ts'
import { Secret } from './Secret.tsx'
import { Webhook } from './Webhook.tsx'

interface Props {
  readonly application: ApplicationRow
  /** A secret that was made just now. */
  readonly secret: string | null
  readonly opened: boolean
  onOpen(opened: boolean): void
  onSecret(secret: string | null): void
  onChanged(application: ApplicationRow): void
  onDeleted(): void
  onFailed(): void
}

/** One application, and below it what can be changed of it. */
export function Application({ application, secret, opened, onOpen, onSecret, onChanged, onDeleted, onFailed }: Props) {
  const words = useWords('applications')
  const details = useId()
  const { key, name, owner, date_created, can_be_changed: mine } = application
  const [busy, setBusy] = useState(false)
  const { user } = useSession()

  async function refresh(): Promise<void> {
    const takes = owner.full_name ? words('refresh_takes', { name: owner.full_name }) : words('refresh_takes_ownerless')
    const text = owner.key === user?.key ? words('refresh_confirm') : `${words('refresh_confirm')}. ${takes}`
    const yes = await confirm({ title: words('refresh'), text, yes: words('refresh') })
    if (!yes) return
    setBusy(true)
    try {
      const { client_secret = null, ...changed } = await refreshSecret(key)
      onChanged(changed)
      onSecret(client_secret)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('refresh_failed')))
      onFailed()
    } finally {
      setBusy(false)
    }
  }
  async function remove(): Promise<void> {
    const yes = await confirm({
      title: words('delete_title'),
      text: words('delete_confirm', { name }),
      yes: words('delete'),
      danger: true,
    })
    if (!yes) return
    try {
      await deleteApplication(key)
    } catch (thrown) {
      return void say.danger(messageOf(thrown, words('delete_failed')))
    }
    say.success(words('deleted', { name }))
    onDeleted()
  }
  return (
    <li className={classes.application} data-opened={opened || undefined}>
      <h2>
        <button
          type="button"
          className={classes.head}
          aria-expanded={opened}
          aria-controls={opened ? details : undefined}
          onClick={() => onOpen(!opened)}
        >
          <span className={classes.sign} aria-hidden>
            <CodeXml size={16} />
          </span>
          <span className={classes.name} dir="auto">
            {name}
          </span>
          <span className={classes.owner}>{owner.full_name ? words('owned', { name: owner.full_name }) : words('ownerless')}</span>
          <span className={classes.made}>
            <span className="visually-hidden">{words('made')}</span> <RelativeTime iso={date_created} />
          </span>
          <ChevronDown size={16} aria-hidden className={classes.turn} />
        </button>
      </h2>
      {opened && (
        <div id={details} className={classes.details}>
          {secret !== null && <Secret client={key} secret={secret} onDone={() => onSecret(null)} />}
          {secret === null && (
            <dl className={classes.key}>
              <dt>{words('col_key')}</dt>
              <dd>{key}</dd>
            </dl>
          )}
          {mine ? (
            <Settings application={application} onChanged={onChanged} onFailed={onFailed}>
              <Webhook application={key} />
            </Settings>
          ) : (
            <p>{words('of_another')}</p>
          )}
          {mine && (
            <div className={classes.deeds}>
              <Button variant="default" leftSection={<RefreshCw size={16} aria-hidden />} loading={busy} onClick={() => void refresh()}>
                {words('refresh')}
              </Button>
              <Button variant="subtle" color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void remove()}>
                {words('delete')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** A pause in typing after which a name is saved (specification file 2, section 9). */
const PAUSE_MS = 500

/** Name and permissions, saved automatically; what people look at every day stands between the two. */
function Settings({
  application,
  onChanged,
  onFailed,
  children,
}: Pick<Props, 'application' | 'onChanged' | 'onFailed'> & { readonly children: ReactNode }) {
  const words = useWords('applications')
  const named = useWords('permissions')
  const { workspace } = useSession()
  const { key } = application
  const [name, setName] = useState(application.name)
  const [chosen, setChosen] = useState<readonly string[]>(application.permissions)
  const [refused, setRefused] = useState<string | null>(null)
  const save = useAutosave<ApplicationChange>({
    async save(change) {
      const changed = await changeApplication(key, change)
      setRefused(null)
      onChanged(changed)
      say.success(words('updated'), undefined, { id: 'application' })
    },
    failed(thrown, change) {
      const why = messageOf(thrown, words('update_failed'))
      say.danger(why, undefined, { id: 'application' })
      if (change.name !== undefined) setRefused(why)
      if (change.permissions !== undefined) setChosen(application.permissions)
      onFailed()
    },
  })
  const rename = (typed: string) => {
    setName(typed)
    const isMissing = typed.trim() === ''
    setRefused(isMissing ? words('name_required') : null)
    if (isMissing) save.drop()
    else save.later({ name: typed.trim() }, PAUSE_MS)
  }
  const choose = (these: readonly Permission[], on: boolean) => {
    const next = [...chosen.filter((each) => !these.includes(each as Permission)), ...(on ? these : [])]
    setChosen(next)
    save.now({ permissions: next })
  }
  const held = new Set(workspace?.permissions ?? [])
  return (
    <>
      <TextInput
        className={classes.rename ?? ''}
        label={words('name')}
        value={name}
        maxLength={MOST_APPLICATION_NAME}
        dir="auto"
        autoComplete="off"
        error={refused}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      {children}
      <h3>{words('permissions')}</h3>
      <p>{words('permissions_hint')}</p>
      <div className={classes.groups}>
        {GROUPS.map((group) => {
          // Users can only remove permissions that they do not have.
          const offered = permissionsIn(group).filter((permission) => held.has(permission) || chosen.includes(permission))
          const on = offered.filter((permission) => chosen.includes(permission))
          const title = named(`group_${group}`)
          return (
            <fieldset key={group}>
              <legend className="visually-hidden">{title}</legend>
              <div className={classes.group}>
                <Checkbox
                  label={title}
                  checked={on.length > 0 && on.length === offered.length}
                  indeterminate={on.length > 0 && on.length < offered.length}
                  disabled={offered.length === 0}
                  onChange={(event) => choose(offered, event.currentTarget.checked)}
                />
                <span>{named('chosen', { count: on.length, of: offered.length })}</span>
              </div>
              {offered.map((permission) => (
                <Checkbox
                  key={permission}
                  label={named(permission)}
                  checked={chosen.includes(permission)}
                  onChange={(event) => choose([permission], event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          )
        })}
      </div>
    </>
  )
}
