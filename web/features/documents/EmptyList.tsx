import { Button } from '@mantine/core'
import { CopyPlus, FileSearch, MousePointerClick, Send, Sparkles, Upload } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useWords } from '../../messages/index.ts'
import { EmptyState, go } from '../../ui/index.ts'
import { chooseFiles, uploadSample } from '../uploads/index.ts'
import { addressOf } from './conditions.ts'
import classes from './EmptyList.module.css'
import type { List } from './list.ts'

/** Before the first document: what this is for, and two ways to begin. */
export function FirstRun() {
  const words = useWords('documents')
  return (
    <div className={classes.first}>
      <section className={classes.zone} aria-labelledby="first-run">
        <Papers />
        <h2 id="first-run">{words('first_title')}</h2>
        <p>
          {words('first_line_1')} <br />
          {words('first_line_2')}
        </p>
        <div className={classes.actions}>
          <Button leftSection={<Upload size={16} aria-hidden />} onClick={chooseFiles}>
            {words('choose_files')}
          </Button>
          <Button variant="default" leftSection={<Sparkles size={16} aria-hidden />} onClick={() => void uploadSample()}>
            {words('try_sample')}
          </Button>
        </div>
        <p className={classes.note}>{words('first_note')}</p>
      </section>
      <ol className={classes.steps}>
        {(
          [
            [Upload, 'upload'],
            [MousePointerClick, 'place'],
            [Send, 'request'],
          ] as const
        ).map(([Icon, step]) => (
          <li key={step}>
            <span className={classes.sign} aria-hidden="true">
              <Icon size={18} />
            </span>
            <span>
              <b>{words(`step_${step}`)}</b>
              <span>{words(`step_${step}_hint`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Nothing under this filter, while there may be something under another. */
export function EmptyList({ list }: { list: List }) {
  const words = useWords('documents')
  const { shown: filter } = useSnapshot(list.state)
  const unfiltered = filter.status === 'all' && !filter.search
  if (filter.customFields.length > 0 && unfiltered) {
    return (
      <EmptyState
        icon={FileSearch}
        title={words('none_title')}
        action={
          <Button variant="default" onClick={() => go(addressOf({ ...filter, customFields: [] }))}>
            {words('filter_clear')}
          </Button>
        }
      >
        {words('filter_none')}
      </EmptyState>
    )
  }
  if (filter.type === 'template' && unfiltered) {
    return (
      <EmptyState icon={CopyPlus} title={words('none_templates_title')}>
        {words('none_templates')}
      </EmptyState>
    )
  }
  if (filter.bulkSend !== null && unfiltered) {
    return (
      <EmptyState icon={FileSearch} title={words('none_title')}>
        {words('none_of_bulk_send')}
      </EmptyState>
    )
  }
  const status = words(`status_${filter.status}`)
  return (
    <EmptyState
      icon={FileSearch}
      title={words('none_title')}
      action={
        <Button variant="default" onClick={() => list.show({ status: 'all', search: '' })}>
          {words('show_all')}
        </Button>
      }
    >
      {filter.search ? words('none_search', { query: filter.search }) : words('none_status', { status })}
    </EmptyState>
  )
}

function Papers() {
  return (
    <svg width="144" height="124" viewBox="0 0 144 124" fill="none" aria-hidden="true" className={classes.papers}>
      <g className={classes.sheet}>
        <rect x="10" y="15" width="79" height="104" rx="4" transform="rotate(-8 10 15)" />
        <rect x="66" y="2" width="80" height="108" rx="4" transform="rotate(6 66 2)" />
      </g>
      <g transform="rotate(6 66 2)">
        <path className={classes.line} d="M78 19h35M78 31h56M78 41h56M78 51h46" />
        <rect className={classes.field} x="78" y="66" width="56" height="27" rx="3" />
        <path className={classes.ink} d="M84 86c4-1 7-12 9-12s-2 11 0 11 4-9 6-9-1 8 1 8 4-8 6-8-1 8 2 8 5-5 8-5 3 3 9 2" />
      </g>
    </svg>
  )
}
