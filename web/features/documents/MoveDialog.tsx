import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { DifferencesAnswer, ListRow } from '#contract/document-list'
import type { PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Dialog, Shown, useLoaded } from '../../ui/index.ts'
import { useMay, useSession } from '../auth/index.ts'
import { useContactLists } from '../contacts/index.ts'
import { fetchDifferences, type Taking } from './calls.ts'
import type { List } from './list.ts'
import classes from './MoveDialog.module.css'
import { sayMoved, take } from './moving.ts'
import type { CustomFieldName } from './use-custom-field-names.ts'

export interface Movable {
  readonly key: string
  readonly name: string
  readonly customFields: readonly CustomFieldName[]
}
export const movableRow = ({ key, document_name: name, user_defined_attributes: fields = [] }: ListRow): Movable => ({
  key,
  name,
  customFields: fields,
})

/** Whether the selected workspace lets its member take such documents to another one of theirs. */
export function useMayMove(kind: PackState['kind']): boolean {
  const { workspaces } = useSession()
  return useMay(neededFor(kind)) && workspaces.length > 1
}
const neededFor = (kind: PackState['kind']) => (kind === 'template' ? 'can_move_templates' : 'can_move_documents')

interface MoveDialogProps {
  readonly kind: PackState['kind']
  readonly chosen: readonly Movable[]
  /** The list that shows them; null where they stand on a page of their own. */
  readonly list: List | null
  readonly onClose: () => void
}

/** Moves or copies documents to another workspace, after saying what is different there. */
export function MoveDialog({ kind, chosen, list, onClose }: MoveDialogProps) {
  const words = useWords('documents')
  const { workspace, workspaces } = useSession()
  const needed = neededFor(kind)
  const [target, setTarget] = useState<string | null>(null)
  const [action, setAction] = useState<Taking>('Move')
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly { readonly name: string; readonly why: string }[] | null>(null)
  const here = workspace?.account_name ?? ''
  const there = workspaces.find(({ account_key }) => account_key === target)
  const count = chosen.length

  const run = async () => {
    if (!target || !workspace) return
    setProgress(0)
    const keys = chosen.map(({ key }) => key)
    const outcome = await take(keys, action, target, setProgress)
    setProgress(null)
    sayMoved(list, outcome, { action, from: workspace.account_key })
    if (outcome.refused.length === 0) return onClose()
    const names = new Map(chosen.map(({ key, name }) => [key, name]))
    setRefused(outcome.refused.map(({ key, why }) => ({ name: names.get(key) ?? '', why })))
  }
  return (
    <Dialog opened onClose={onClose} title={words('move_title')} centered size={520} closeOnClickOutside={progress === null}>
      {refused ? (
        <>
          <p className={classes.lead}>{words('move_refused', { count: refused.length })}</p>
          <ul className={classes.refused}>
            {refused.map(({ name, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={at}>
                <b>{name}</b>
                <span>{why}</span>
              </li>
            ))}
          </ul>
          <Group justify="flex-end" mt="md">
            <Button onClick={onClose}>{words('move_close')}</Button>
          </Group>
        </>
      ) : (
        <>
          <SegmentedControl
            fullWidth
            aria-label={words('move_action')}
            value={action}
            onChange={(value) => setAction(value as Taking)}
            data={[
              { value: 'Move', label: words('move_move') },
              { value: 'Copy', label: words('move_copy') },
            ]}
          />
          <Select
            mt="md"
            label={words('move_to')}
            placeholder={words('move_choose')}
            searchable
            nothingFoundMessage={words('move_none')}
            value={target}
            onChange={setTarget}
            data={workspaces
              .filter(({ account_key }) => account_key !== workspace?.account_key)
              .map(({ account_key, account_name, permissions }) => {
                const may = permissions.includes(needed)
                return {
                  value: account_key,
                  label: may ? account_name : words('move_not_allowed', { name: account_name }),
                  disabled: !may,
                }
              })}
          />
          {there && (
            <Consequences
              key={there.account_key}
              action={action}
              here={here}
              there={there.account_name}
              target={there.account_key}
              customFields={chosen.flatMap((one) => one.customFields)}
            />
          )}
          <Group justify="flex-end" mt="md">
            <Button disabled={!target} loading={progress !== null} onClick={() => void run()}>
              {words(action === 'Move' ? 'move_do' : 'move_do_copy', { count })}
            </Button>
          </Group>
          {progress !== null && count > progress && (
            <p role="status" className={classes.progress}>
              {words('move_progress', { done: progress.toLocaleString('en'), of: count.toLocaleString('en') })}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

interface ConsequencesProps {
  readonly action: Taking
  readonly here: string
  readonly there: string
  readonly target: string
  readonly customFields: readonly CustomFieldName[]
}

/** What goes along, what stays, and in what the other workspace differs. */
function Consequences({ action, here, there, target, customFields }: ConsequencesProps) {
  const words = useWords('documents')
  const ask = useCallback(() => fetchDifferences(target), [target])
  const loaded = useLoaded(ask, words('move_differences_failed'))
  const names = { here, there }
  const { lists } = useContactLists(useSession().workspace?.account_key)
  return (
    <section className={classes.notes} aria-label={words('move_notes', names)}>
      <Shown of={loaded} waiting={<p role="status">{words('move_looking', names)}</p>}>
        {(answer) => (
          <ul>
            {(action === 'Move' ? (['move_goes', 'move_sight'] as const) : (['copy_goes'] as const)).map((key) => (
              <li key={key}>{words(key, names)}</li>
            ))}
            {lacking(answer, customFields).length > 0 && (
              <li>
                {words('move_custom_fields', {
                  ...names,
                  count: lacking(answer, customFields).length,
                  fields: new Intl.ListFormat('en').format(lacking(answer, customFields)),
                })}
              </li>
            )}
            <li>{words('move_stays', names)}</li>
            {(lists?.length ?? 0) > 0 && <li data-differs>{words(action === 'Move' ? 'move_lists' : 'copy_lists', names)}</li>}
            {differencesIn(answer).map((key) => (
              <li key={key} data-differs>
                {words(key, { ...names, years: answer.there.retention_years ?? 0, days: answer.there.trash_days ?? 0 })}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}

/** Names of custom fields that no document there has. */
function lacking({ there }: DifferencesAnswer, customFields: readonly CustomFieldName[]): readonly string[] {
  return [...new Map(customFields.filter(({ id }) => !there.custom_field_ids.includes(id)).map(({ id, name }) => [id, name])).values()]
}

/** In what the two differ, as far as documents notice it. */
function differencesIn({ here, there }: DifferencesAnswer) {
  const differs = (name: Exclude<keyof typeof here, 'custom_field_ids'>) => here[name] !== there[name]
  return [
    ...(differs('retention_years') ? ([there.retention_years === null ? 'move_kept_forever' : 'move_kept_years'] as const) : []),
    ...(differs('trash_days') ? ([there.trash_days === null ? 'move_trash_forever' : 'move_trash_days'] as const) : []),
    ...(differs('records_visits') ? ([there.records_visits ? 'move_records_visits' : 'move_no_visits'] as const) : []),
    ...(differs('shows_sender_presence') ? ([there.shows_sender_presence ? 'move_shows_presence' : 'move_no_presence'] as const) : []),
  ]
}
