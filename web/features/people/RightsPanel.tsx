import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { Check, ChevronDown, Minus, RotateCcw, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { PERMISSIONS, type Permission, PRESETS, type Preset, presetOf, type Rights } from '#domain/workspace'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { SavedState, say, useAutosave } from '../../ui/index.ts'
import { GROUPS, type Group, permissionsIn } from '../permissions/index.ts'
import { changeRights, type RightsChange } from './calls.ts'
import classes from './Rights.module.css'
import { asPreset, asRole, differing, withChange } from './rights.ts'

interface Props {
  readonly account: string
  /** The membership's key. */
  readonly member: string
  readonly rights: Rights
  readonly mayChange: boolean
  readonly mine: boolean
  readonly onChanged: () => Promise<void>
}

/** Every permission in its group, with what it allows; each is saved by itself as it is switched. */
export function RightsPanel({ account, member, rights: stored, mayChange, mine, onChanged }: Props) {
  const words = useWords('people')
  /** Switched here, and not yet in what the server answered. */
  const [waiting, setWaiting] = useState<readonly RightsChange[]>([])
  const rights = waiting.reduce(withChange, stored)
  const done = (change: RightsChange) => setWaiting((before) => before.filter((each) => each !== change))
  const saving = useAutosave<RightsChange>({
    async save(change) {
      await changeRights(account, member, change)
      await onChanged()
      done(change)
    },
    failed(thrown, change) {
      done(change)
      say.danger(messageOf(thrown, words('rights_failed')))
      void onChanged()
    },
  })
  const change = (next: RightsChange) => {
    setWaiting((before) => [...before, next])
    saving.now(next)
  }
  const preset = presetOf(rights)
  const changed = differing(rights)
  return (
    <>
      <div className={classes.preset}>
        {mayChange ? (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={words('rights_preset')}
            value={preset ?? 'custom'}
            onChange={(value) => change(asPreset(value as Preset))}
            data={[
              ...PRESETS.map((each) => ({ value: each as string, label: words(`preset_${each}`) })),
              // It comes about by switching, and is no choice by itself.
              ...(preset === null ? [{ value: 'custom', label: words('preset_custom') }] : []),
            ]}
          />
        ) : (
          <b>{words(`preset_${preset ?? 'custom'}`)}</b>
        )}
        <p>{words(`preset_${preset ?? 'custom'}_allows`)}</p>
        {!mayChange && mine && <p>{words('rights_read_only')}</p>}
      </div>
      <Permissions
        rights={rights}
        changed={changed}
        {...(mayChange ? { onSwitch: (permission, on) => change({ permissions: { [permission]: on } }) } : {})}
      />
      {mayChange && (
        <footer className={classes.foot}>
          <Button
            size="sm"
            variant="subtle"
            leftSection={<RotateCcw size={14} aria-hidden />}
            disabled={changed.size === 0}
            onClick={() => change(asRole(rights))}
          >
            {words('rights_reset', { role: words(rights.role) })}
          </Button>
          <SavedState waiting={saving.waiting} offline={false} guarded={false} />
        </footer>
      )}
    </>
  )
}

interface PermissionsProps {
  readonly rights: Rights
  readonly changed: ReadonlySet<Permission>
  /** Left out: they are only read. */
  readonly onSwitch?: (permission: Permission, on: boolean) => void
}

function Permissions({ rights: { permissions }, changed, onSwitch }: PermissionsProps) {
  const words = useWords('people')
  const named = useWords('permissions')
  const [sought, setSought] = useState('')
  const [which, setWhich] = useState<'all' | 'on' | 'off'>('all')
  const on = permissions.size
  const wanted = sought.trim().toLocaleLowerCase()
  const isShown = (permission: Permission) =>
    (which === 'all' || permissions.has(permission) === (which === 'on')) &&
    `${named(permission)} ${named(`${permission}_allows`)} ${permission}`.toLocaleLowerCase().includes(wanted)
  const groups = GROUPS.map((group) => ({ group, shown: permissionsIn(group).filter(isShown) })).filter(({ shown }) => shown.length > 0)
  return (
    <>
      <div className={classes.find}>
        <TextInput
          size="sm"
          type="search"
          aria-label={words('rights_find')}
          placeholder={words('rights_find')}
          leftSection={<Search size={14} aria-hidden />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={words('rights_which')}
          value={which}
          onChange={(value) => setWhich(value as typeof which)}
          data={[
            { value: 'all', label: words('rights_all') },
            { value: 'on', label: words('rights_on', { count: on }) },
            { value: 'off', label: words('rights_off', { count: PERMISSIONS.length - on }) },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too where nothing in it can be switched */}
      <section className={classes.groups} tabIndex={0} aria-label={named('permissions')}>
        {groups.length === 0 && <p className={classes.none}>{words('rights_none')}</p>}
        {groups.map(({ group, shown }) => (
          <PermissionGroup
            key={group}
            group={group}
            shown={shown}
            held={permissions}
            changed={changed}
            {...(onSwitch ? { onSwitch } : {})}
          />
        ))}
      </section>
    </>
  )
}

interface GroupProps extends Pick<PermissionsProps, 'changed' | 'onSwitch'> {
  readonly group: Group
  readonly shown: readonly Permission[]
  readonly held: ReadonlySet<Permission>
}

function PermissionGroup({ group, shown, held, changed, onSwitch }: GroupProps) {
  const words = useWords('people')
  const named = useWords('permissions')
  const [opened, setOpened] = useState(true)
  const id = useId()
  const all = permissionsIn(group)
  return (
    <section>
      <h3>
        <button type="button" aria-expanded={opened} aria-controls={opened ? id : undefined} onClick={() => setOpened(!opened)}>
          <ChevronDown size={14} aria-hidden />
          <span>{named(`group_${group}`)}</span>
          <small>{named('chosen', { count: all.filter((each) => held.has(each)).length, of: all.length })}</small>
        </button>
      </h3>
      {opened && (
        <ul id={id}>
          {shown.map((permission) => {
            const has = held.has(permission)
            const mark = changed.has(permission) && <span className={classes.changed}>{words('rights_changed')}</span>
            return (
              <li key={permission} title={permission}>
                {onSwitch ? (
                  <>
                    <Switch
                      labelPosition="left"
                      label={named(permission)}
                      description={named(`${permission}_allows`)}
                      checked={has}
                      onChange={(event) => onSwitch(permission, event.currentTarget.checked)}
                    />
                    {mark}
                  </>
                ) : (
                  <>
                    {has ? <Check size={16} aria-label={words('rights_may')} /> : <Minus size={16} aria-label={words('rights_may_not')} />}
                    <div data-held={has}>
                      <b>{named(permission)}</b>
                      <p>{named(`${permission}_allows`)}</p>
                    </div>
                    {mark}
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
