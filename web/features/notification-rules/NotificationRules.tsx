import { Button } from '@mantine/core'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { DEFAULT_COUNTDOWN, type NotificationRule } from '#domain/pack'
import { messageOf, newKey } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, EmptyState, say } from '../../ui/index.ts'
import { removeRule, saveRule, type Wanted } from './calls.ts'
import { RuleRow } from './RuleRow.tsx'
import classes from './rules.module.css'

interface Props {
  readonly document: string
  /** As the document has them: what somebody else changes meanwhile is seen here. */
  readonly rules: readonly NotificationRule[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Automatic notifications. Each change is saved as it is made; one that is not stays as the document has it. */
export function NotificationRules({ document, rules, opened, onClose }: Props) {
  const words = useWords('notification-rules')
  const [failed, setFailed] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)

  const save = async (wanted: Wanted) => {
    try {
      await saveRule(document, wanted)
      setFailed(null)
    } catch (thrown) {
      setFailed(wanted.key)
      say.danger(messageOf(thrown, words('failed')))
    }
  }
  const add = async () => {
    setAdding(true)
    await save({ key: newKey(), event: 'not-signed', action: 'remind', countdown: DEFAULT_COUNTDOWN })
    setAdding(false)
  }
  const remove = async (key: string) => {
    try {
      await removeRule(key)
    } catch {
      say.danger(words('remove_failed'))
    }
  }
  const adds = (
    <Button variant={rules.length === 0 ? 'filled' : 'default'} leftSection={<Plus size={16} aria-hidden />} loading={adding} onClick={add}>
      {words('add')}
    </Button>
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} centered size={680}>
      {rules.length === 0 ? (
        <EmptyState icon={BellRing} title={words('none')} action={adds}>
          {words('none_lead')}
        </EmptyState>
      ) : (
        <div className={classes.rules}>
          <p className={classes.lead}>{words('lead')}</p>
          <ol className={classes.list}>
            {rules.map((rule, at) => (
              <RuleRow
                key={rule.key}
                rule={rule}
                number={at + 1}
                failed={failed === rule.key}
                onChange={(change) => save({ key: rule.key, ...change })}
                onRemove={() => remove(rule.key)}
              />
            ))}
          </ol>
          {adds}
        </div>
      )}
    </Dialog>
  )
}
