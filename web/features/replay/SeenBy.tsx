import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import type { ReplayOverview } from '#contract/replay'
import { useWords } from '../../messages/index.ts'
import { initialsOf, signerColour } from '../../ui/index.ts'
import classes from './replay.module.css'

interface Props {
  readonly overview: ReplayOverview
  readonly as: string
  onChoose(as: string): void
}

/** Through whose eyes. */
export const SeenBy = memo(function SeenBy({ overview, as, onChoose }: Props) {
  const words = useWords('replay')
  const gone = words('erased_person')
  return (
    <div className={classes.seenBy}>
      <span aria-hidden="true">{words('seen_by')}</span>
      <div className={classes.choices}>
        <SegmentedControl
          size="xs"
          aria-label={words('seen_by')}
          value={as}
          onChange={onChoose}
          data={[
            { value: 'team', label: words('team') },
            ...overview.signatories.map((signatory, index) => ({
              value: signatory.uuid,
              label: (
                <span className={classes.person} style={{ '--c': signerColour(index) } as CSSProperties} title={nameOf(signatory, gone)}>
                  <i aria-hidden="true">{signatory.erased === null ? initialsOf(nameOf(signatory, '')) : '–'}</i>
                  {signatory.erased === null ? nameOf(signatory, '').split(' ')[0] : gone}
                </span>
              ),
            })),
          ]}
        />
      </div>
    </div>
  )
})

/** What somebody is called here; `gone` for whom nothing is known of any more. */
export function nameOf({ name, role, erased }: ReplayOverview['signatories'][number], gone: string): string {
  return erased === null ? name || role : gone
}
