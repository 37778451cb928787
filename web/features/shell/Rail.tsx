import { useAnyWords, useWords } from '../../messages/index.ts'
import { hrefOf, Mark, Tip } from '../../ui/index.ts'
import { useSession, type Workspace } from '../auth/index.ts'
import { type RailEntry, targetOf, useOffered } from '../feature.ts'
import classes from './Rail.module.css'
import { WorkspacePicker } from './WorkspacePicker.tsx'

interface RailProps {
  /** The name of the feature somebody is at. */
  readonly at: string | null
  /** Signs only, words on hover. */
  readonly folded: boolean
  /** Another workspace was chosen. */
  readonly onChosen?: () => void
}

export function Rail({ at, folded, onChosen }: RailProps) {
  const words = useWords('shell')
  const { workspace } = useSession()
  const offered = useOffered()
  const itemsOf = (group: RailEntry['group']) =>
    offered.flatMap(({ name, rail }) =>
      rail?.group === group && workspace
        ? [<NavItem key={name} entry={rail} href={hrefOf(targetOf(rail, workspace as Workspace))} on={at === name} folded={folded} />]
        : [],
    )
  const manage = itemsOf('manage')
  return (
    <nav className={classes.rail} data-folded={folded || undefined} aria-label={words('main_nav')}>
      {workspace && <WorkspacePicker folded={folded} {...(onChosen ? { onChosen } : {})} />}
      {itemsOf('work')}
      {manage.length > 0 && <div className={classes.heading}>{folded ? '' : words('manage')}</div>}
      {manage}
      <div className={classes.foot}>
        <Mark size={20} />
        {!folded && <span>Paraph</span>}
      </div>
    </nav>
  )
}

interface NavItemProps {
  readonly entry: RailEntry
  readonly href: string
  readonly on: boolean
  readonly folded: boolean
}

const uncounted = () => null

function NavItem({ entry: { icon: Icon, label: key, useCount = uncounted }, href, on, folded }: NavItemProps) {
  const label = useAnyWords()(key)
  const count = useCount()
  const link = (
    <a className={classes.item} href={href} aria-current={on ? 'page' : undefined} aria-label={folded ? label : undefined}>
      <Icon size={16} aria-hidden />
      {!folded && (
        <>
          {label}
          {count !== null && count > 0 && <b>{count.toLocaleString('en')}</b>}
        </>
      )}
    </a>
  )
  return folded ? (
    <Tip label={label} position="right" openDelay={100}>
      {link}
    </Tip>
  ) : (
    link
  )
}
