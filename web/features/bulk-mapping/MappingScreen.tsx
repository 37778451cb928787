import { useWords } from '../../messages/index.ts'
import { Panel, useTitle } from '../../ui/index.ts'
import type { Located } from '../feature.ts'
import { DryRun } from './DryRun.tsx'
import classes from './Mapping.module.css'
import { Mapping } from './Mapping.tsx'
import { useDryRun } from './use-dry-run.ts'

/** What each document of a bulk send is given, and the check of all rows. */
export function MappingScreen({ params: { key, template } }: Located<{ readonly key: string; readonly template: string }>) {
  const words = useWords('bulk_mapping')
  useTitle(words('title'))
  const dryRun = useDryRun(key)
  return (
    <Panel title={words('title')} lead={words('lead')}>
      <div className={classes.screen}>
        <Mapping key={`${key}/${template}`} bulkSend={key} template={template} />
        <DryRun key={key} bulkSend={key} dryRun={dryRun} />
      </div>
    </Panel>
  )
}
