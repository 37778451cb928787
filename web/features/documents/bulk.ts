import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, say, UNDO_SECONDS } from '../../ui/index.ts'
import { type BulkWork, begun, goOn, type Outcome, unfinished } from './in-batches.ts'
import { offerNewLinks } from './links-ended.ts'
import { documentList, type List } from './list.ts'
import { documents } from './messages.ts'
import { whyNotDeleted } from './why-not-deleted.ts'

const words = wordsOf(documents)

/** What is selected in a list; answers once it is done. */
function run(work: BulkWork, list: List, rows: readonly ListRow[] = []): Promise<void> {
  const ended = (outcome: Outcome) => {
    if (outcome.stoppedBy === null || outcome.work.done.length > 0) list.selectNone()
    report(outcome, list, rows)
    void list.load(true)
    list.acted()
  }
  return goOn(work, ended, work.action === 'copy' ? () => undefined : list.drop)
}

const SOME_NOT = { delete: 'some_not_deleted', recover: 'some_not_recovered', copy: 'some_not_copied' } as const

function report({ work, refusal, stoppedBy }: Outcome, list: List, rows: readonly ListRow[]): void {
  const { action, done, refused, left } = work
  const of = done.length + refused + left.length
  if (done.length === 0 && (refusal ?? stoppedBy) !== null) return void say.danger(failure(action, refusal ?? stoppedBy))
  if (refused > 0) say.warning(words(SOME_NOT[action]))
  if (stoppedBy !== null) {
    const action = { label: words('bulk_go_on'), run: () => void run(work, list, rows) }
    return void say.warning(words('bulk_stopped', { done: String(of - left.length), of: String(of) }), undefined, {
      id: 'bulk-stopped',
      action,
    })
  }
  if (action === 'delete') return void sayDeleted(done.length, () => run(begun('recover', work.type, done), list, rows))
  if (action === 'copy') return void say.success(words('copied', { count: done.length }))
  say.hide('deleted')
  say.success(words('recovered', { count: done.length }))
  const recovered = new Set(done)
  offerNewLinks(rows.filter(({ key }) => recovered.has(key)))
}

function failure(action: BulkWork['action'], thrown: unknown): string {
  if (action === 'delete') return whyNotDeleted(thrown)
  return messageOf(thrown, words(action === 'copy' ? 'copy_failed' : 'recover_failed'))
}

export function sayDeleted(count: number, undo: () => Promise<void>): void {
  say.success(words('deleted', { count }), UNDO_SECONDS, {
    id: 'deleted',
    action: { label: wordsOf('ui')('undo'), run: () => void undo() },
  })
}

/** As they are now: they may have left the list before the answer is here. */
const selectedIn = ({ state }: List) => state.rows.filter(({ key }) => state.selected.has(key))

export async function deleteSelected(list: List): Promise<void> {
  const rows = selectedIn(list)
  const yes = await confirm({
    title: words('bulk_delete_title'),
    text: words('bulk_delete_confirm', { count: rows.length }),
    yes: words('delete'),
    danger: true,
  })
  if (!yes) return void say.info(words('bulk_delete_cancelled'))
  return run(begun('delete', list.state.filter.type, keysOf(rows)), list, rows)
}

export function recoverSelected(list: List): Promise<void> {
  const rows = selectedIn(list)
  return run(begun('recover', list.state.filter.type, keysOf(rows)), list, rows)
}

export function copySelected(list: List): Promise<void> {
  return run(begun('copy', list.state.filter.type, keysOf(selectedIn(list))), list)
}

const keysOf = (rows: readonly ListRow[]) => rows.map(({ key }) => key)

/** Goes on with what a reload cut off. */
export function resumeBulkWork(): void {
  const work = unfinished()
  if (work) void run(work, documentList)
}
