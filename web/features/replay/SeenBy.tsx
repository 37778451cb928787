import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import type { ReplayOverview } from '#contract/replay'
import { useWords } from '../../messages/index.ts'
import { initialsOf, signerColour } from '../../ui/index.ts'
import { Avatar } from './Avatar.tsx'
import classes from './SeenBy.module.css'

interface Props {
  readonly overview: ReplayOverview
  readonly as: string
  onChoose(as: string): void
}

export const SeenBy = memo(function SeenBy({ overview, as, onChoose }: Props) {
  const words = useWords('replay')
  const short = (name: string) => name.split(' ')[0] ?? ''
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
            ...overview.signatories.map(({ uuid, name, role, erased }, index) => ({
              value: uuid,
              label: (
                <span className={classes.person} style={{ '--c': signerColour(index) } as CSSProperties} title={name || role}>
                  <Avatar initials={erased === null ? initialsOf(name || role) : '–'} />
                  {erased === null ? short(name || role) : name}
                </span>
              ),
            })),
          ]}
        />
      </div>
    </div>
  )
})
