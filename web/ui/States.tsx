import { Button } from '@mantine/core'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useWords } from '../messages/index.ts'
import classes from './States.module.css'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Where it is all there is on the page. */
  readonly whole?: boolean
}

/** Says what this place is for, with one primary action. */
export function EmptyState({ icon: Icon, title, children, action, whole = false }: EmptyStateProps) {
  const Heading = whole ? 'h1' : 'h2'
  return (
    <div className={classes.state}>
      {Icon && (
        <span className={classes.sign} aria-hidden="true">
          <Icon size={22} />
        </span>
      )}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  readonly title?: string
  readonly message: string
  readonly onRetry?: () => void
  readonly action?: ReactNode
  readonly whole?: boolean
}

/** What happened in a sentence, and a way on. */
export function ErrorState({ title, message, onRetry, action, whole = false }: ErrorStateProps) {
  const words = useWords('ui')
  const Heading = whole ? 'h1' : 'h2'
  return (
    <div className={classes.state} role="alert">
      <span className={classes.sign} data-error aria-hidden="true">
        <CircleAlert size={22} />
      </span>
      <Heading>{title ?? words('error_title')}</Heading>
      <p>{message}</p>
      <div className={classes.actions}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {words('retry')}
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}

/** What is shown below could not be brought up to date. */
export function Stale({ message, onRetry }: { message: string; onRetry: () => void }) {
  const words = useWords('ui')
  return (
    <div className={classes.stale} role="status">
      <CircleAlert size={18} aria-hidden />
      <p>
        {message.replace(/[^.!?…]$/, '$&.')} {words('stale')}
      </p>
      <Button size="sm" variant="default" onClick={onRetry}>
        {words('retry')}
      </Button>
    </div>
  )
}

/** A grey shape where content will be, of the content's own size. */
export function Bone({ width, height = 12, round = false }: { width: number | string; height?: number; round?: boolean }) {
  const style: CSSProperties = { width, height, borderRadius: round ? '50%' : 'var(--r-xs)' }
  return <span className={classes.bone} style={style} aria-hidden="true" />
}

/** The shape of a row: a sign or a face, what it is called, and what stands at its end. */
export function BoneRow({ width, face = false }: { readonly width: number; readonly face?: boolean }) {
  return (
    <div className={classes.boneRow}>
      <Bone width={28} height={28} round={face} />
      <Bone width={width} height={14} />
      <Bone width={120} height={14} />
    </div>
  )
}

/** Wraps the shapes of something that is loading, and says so once. */
export function Loading({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{useWords('ui')('loading')}</span>
      {children}
    </div>
  )
}
