import { Button, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { RetentionAnswer, RetentionChange, RetentionSettingsRecord } from '#contract/retention'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { fetchRetention, saveRetention } from './calls.ts'
import classes from './records.module.css'

interface Props {
  readonly account: string
  readonly keeping: RetentionAnswer
  readonly onSaved: (keeping: RetentionAnswer) => void
}

const SUGGESTED = { retention_years: 10, trash_days: 30 } as const
const LIMITS = { retention_years: 100, trash_days: 3650 } as const
const PERIODS = ['retention_years', 'trash_days'] as const
type Name = keyof RetentionSettingsRecord

/** How long documents and the trash are kept, and whether visits are recorded. */
export function Retention({ account, keeping: { keeping }, onSaved }: Props) {
  const words = useWords('records')
  /** What somebody changed here, and nothing else: another administrator may be changing the rest. */
  const [changes, setChanges] = useState<RetentionChange>({})
  const [busy, setBusy] = useState(false)
  const draft: RetentionSettingsRecord = { ...keeping, ...changes }
  const change = (more: RetentionChange) => setChanges(otherThan(keeping, { ...changes, ...more }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      // Held against what is true by now, not when this page was opened.
      const { keeping: now } = await fetchRetention(account)
      const shortens = PERIODS.some((name) => changes[name] !== undefined && (changes[name] ?? Infinity) < (now[name] ?? Infinity))
      const question = { title: words('shorten_title'), text: words('shorten_text'), yes: words('save'), danger: true }
      if (shortens && !(await confirm(question))) return
      onSaved(await saveRetention(account, changes))
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
function otherThan(already: RetentionChange, changes: RetentionChange): RetentionChange {
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => already[name as Name] !== value))
}
