import { Menu, Select } from '@mantine/core'
import { Download } from 'lucide-react'
import { AUDIT_TOPICS, type AuditFilter } from '#contract/audit-trail'
import type { AuditRecord } from '#contract/documents'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import { WhyAccess } from '../access/index.ts'
import classes from './Trail.module.css'
import { actorsIn, exportUrl, topicsIn } from './trail.ts'

interface Props {
  readonly documentKey: string
  readonly records: readonly AuditRecord[]
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

const asTopic = (value: string | null) => AUDIT_TOPICS.find((topic) => topic === value)

/** Filters of the history, and its export. */
export function TrailTools({ documentKey, records, filter, onFilter }: Props) {
  const words = useWords('audit')
  const { topic, who } = filter
  return (
    <div className={classes.tools}>
      <Select
        size="sm"
        aria-label={words('filter_topic')}
        placeholder={words('filter_topic_all')}
        clearable
        value={topic ?? null}
        data={topicsIn(records).map((value) => ({ value, label: words(`topic_${value}`) }))}
        onChange={(value) => {
          const chosen = asTopic(value)
          onFilter({ ...(who ? { who } : {}), ...(chosen ? { topic: chosen } : {}) })
        }}
      />
      <Select
        size="sm"
        aria-label={words('filter_who')}
        placeholder={words('filter_who_all')}
        clearable
        value={who ?? null}
        data={actorsIn(records).map(({ principal, name }) => ({ value: principal, label: name }))}
        onChange={(value) => onFilter({ ...(topic ? { topic } : {}), ...(value ? { who: value } : {}) })}
      />
      <WhyAccess documentKey={documentKey} />
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={Download} name={words('export')} />
        </Menu.Target>
        <Menu.Dropdown>
          {(['csv', 'pdf'] as const).map((format) => (
            <Menu.Item key={format} component="a" href={exportUrl(documentKey, format, filter)} download>
              {words(`export_${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
