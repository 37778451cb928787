import { SegmentedControl } from '@mantine/core'
import { Send, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { LIST_STATUSES } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { go, IconButton } from '../../ui/index.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { AddCondition } from './Conditions.tsx'
import type { Column } from './columns.ts'
import classes from './DocumentsScreen.module.css'
import type { List } from './list.ts'
import type { ListStatus } from './membership.ts'

const ORDER: readonly ListStatus[] = [
  'all',
  'setup',
  'awaiting_signatures',
  'awaiting_my_signature',
  'complete',
  'rejected',
  'conversion_error',
] satisfies readonly (typeof LIST_STATUSES)[number][]

/** A template is set up and used: it never goes out. The call keeps all states. */
const OF_TEMPLATES: readonly ListStatus[] = ['all', 'setup', 'conversion_error']

/** A choice is an input without a size: the whole of what stands for it comes into view. */
const intoView = (choice: Element) => choice.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Marks the edges behind which there is more. */
function useMoreMarks(of: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const strip = of.current!
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = strip
      strip.toggleAttribute('data-more-before', scrollLeft > 1)
      strip.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft > 1)
    }
    const sizes = new ResizeObserver(mark)
    for (const each of [strip, ...strip.children]) sizes.observe(each)
    strip.addEventListener('scroll', mark)
    return () => {
      sizes.disconnect()
      strip.removeEventListener('scroll', mark)
    }
  }, [of])
}

interface Props {
  readonly list: List
  readonly columns: readonly Column[]
  onColumns(columns: readonly Column[]): void
}

export function Filters({ list, columns, onColumns }: Props) {
  const words = useWords('documents')
  const { filter, counts } = useSnapshot(list.state)
  const statuses = useRef<HTMLDivElement>(null)
  const counted = counts !== null
  useMoreMarks(statuses)
  // Coming back restores the choice; the counts make room for themselves once they are there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice, or other widths, bring it into view
  useLayoutEffect(() => {
    const chosen = statuses.current?.querySelector(':checked')
    if (chosen) intoView(chosen)
  }, [filter.status, counted])
  return (
    <div className={classes.filters} data-keep-clear>
      <div ref={statuses} className={classes.statuses}>
        <SegmentedControl
          aria-label={words('status_label')}
          onFocus={({ target }) => intoView(target)}
          value={filter.status}
          onChange={(status) => list.show({ status: status as ListStatus })}
          data={ORDER.filter((status) => filter.type === 'document' || OF_TEMPLATES.includes(status)).map((status) => ({
            value: status,
            label: (
              <>
                {words(`status_${status}`)}
                {counts?.all ? <span className={classes.count}>{(counts[status] ?? 0).toLocaleString('en')}</span> : null}
              </>
            ),
          }))}
        />
      </div>
      <div className={classes.types}>
        <AddCondition list={list} />
        <ColumnChoice type={filter.type} columns={columns} onChange={onColumns} />
        <SegmentedControl
          aria-label={words('type_label')}
          value={filter.type}
          onChange={(type) => go(type === 'template' ? 'documents?type=template' : 'documents')}
          data={[
            { value: 'document', label: words('type_documents') },
            { value: 'template', label: words('type_templates') },
          ]}
        />
      </div>
    </div>
  )
}

/** The list is that of one bulk send. Its name is known once one of its documents is. */
export function MadeBy({ name }: { readonly name: string }) {
  const words = useWords('documents')
  return (
    <p className={classes.madeBy}>
      <Send size={14} aria-hidden />
      <span dir="auto">{name === '' ? words('made_by_unnamed') : words('made_by', { name })}</span>
      <IconButton size="sm" icon={X} iconSize={14} name={words('made_by_clear')} onClick={() => go('documents')} />
    </p>
  )
}
