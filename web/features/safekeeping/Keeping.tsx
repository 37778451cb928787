import { Button, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { KeepingAnswer, KeepingChange, KeepingSettings } from '#contract/keeping'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { fetchKeeping, saveKeeping } from './calls.ts'
import classes from './safekeeping.module.css'

interface Props {
  readonly account: string
  readonly keeping: KeepingAnswer
  readonly onSaved: (keeping: KeepingAnswer) => void
}

const SUGGESTED = { retention_years: 10, trash_days: 30 } as const
const LIMITS = { retention_years: 100, trash_days: 3650 } as const
const PERIODS = ['retention_years', 'trash_days'] as const
type Name = keyof KeepingSettings

/** How long documents and the trash are kept, and whether visits are recorded. */
export function Keeping({ account, keeping: { keeping }, onSaved }: Props) {
  const words = useWords('safekeeping')
  /** What somebody changed here, and nothing else: another administrator may be changing the rest. */
  const [changes, setChanges] = useState<KeepingChange>({})
  const [busy, setBusy] = useState(false)
  const draft: KeepingSettings = { ...keeping, ...changes }
  const change = (more: KeepingChange) => setChanges(otherThan(keeping, { ...changes, ...more }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      // Held against what is true by now, not when this page was opened.
      const { keeping: now } = await fetchKeeping(account)
      const shortens = PERIODS.some((name) => changes[name] !== undefined && (changes[name] ?? Infinity) < (now[name] ?? Infinity))
      const question = { title: words('shorten_title'), text: words('shorten_text'), yes: words('save'), danger: true }
      if (shortens && !(await confirm(question))) return
      onSaved(await saveKeeping(account, changes))
      // Changes made while this was under way have not been sent yet.
      setChanges((newer) => otherThan(changes, newer))
      say.success(words('saved'))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('save_failed')))
    } finally {
      setBusy(false)
    }
  }
  const period = (name: (typeof PERIODS)[number]) => (
    <div className={classes.setting}>
      <div>
        <b>{words(name)}</b>
        <span>{words(`${name}_hint`)}</span>
      </div>
      <div className={classes.period}>
        <SegmentedControl
          aria-label={words(name)}
          value={draft[name] === null ? 'for_ever' : 'limited'}
          onChange={(value) => change({ [name]: value === 'for_ever' ? null : (keeping[name] ?? SUGGESTED[name]) })}
          data={[
            { value: 'for_ever', label: words(`${name}_null`) },
            { value: 'limited', label: words('for_a_time') },
          ]}
        />
        {draft[name] !== null && (
          <NumberInput
            aria-label={words(`${name}_number`)}
            suffix={words(`${name}_unit`)}
            min={1}
            max={LIMITS[name]}
            allowDecimal={false}
            clampBehavior="blur"
            value={draft[name]}
            onChange={(value) => change({ [name]: Math.min(Math.max(Number(value) || 1, 1), LIMITS[name]) })}
          />
        )}
      </div>
    </div>
  )
  return (
    <section aria-label={words('keeping')}>
      <h2>{words('keeping')}</h2>
      <form className={classes.card} onSubmit={(event) => void save(event)}>
        {period('retention_years')}
        {period('trash_days')}
        <div className={classes.setting}>
          <div>
            <b>{words('records_visits')}</b>
            <span>{words('records_visits_hint')}</span>
          </div>
          <Switch
            checked={draft.records_visits}
            aria-label={words('records_visits')}
            onChange={(event) => change({ records_visits: event.currentTarget.checked })}
          />
        </div>
        <div className={classes.foot}>
          <span>{words('keeping_notice')}</span>
          <Button type="submit" disabled={Object.keys(changes).length === 0} loading={busy}>
            {words('save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** What of these changes is not so already. */
function otherThan(already: KeepingChange, changes: KeepingChange): KeepingChange {
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => already[name as Name] !== value))
}
