import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PackSettings } from '#domain/pack'
import { browserMemory } from '../../../ui/index.ts'
import own from './Fold.module.css'
import classes from './inspector.module.css'

/** Of most parts of the panel. */
export interface OfSettings {
  readonly settings: PackSettings
}

interface Props {
  /** Under which the browser remembers that it is closed. */
  readonly name: string
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

/** A part of the panel that can be closed, and stays so in this browser. */
export function Fold({ name, title, hint, children }: Props) {
  const [open, setOpen] = useState(() => !closedFolds().includes(name))
  return (
    <details
      className={own.fold}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === open) return
        setOpen(currentTarget.open)
        const others = closedFolds().filter((other) => other !== name)
        browserMemory.write(KEY, JSON.stringify(currentTarget.open ? others : [...others, name]))
      }}
    >
      <summary>
        <h3>{title}</h3>
        <ChevronDown size={16} aria-hidden />
      </summary>
      <section className={classes.section} aria-label={title}>
        {hint && <p className={classes.hint}>{hint}</p>}
        {children}
      </section>
    </details>
  )
}

const KEY = 'editor-folds-closed'

function closedFolds(): readonly string[] {
  const kept = browserMemory.readJson(KEY)
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
}
