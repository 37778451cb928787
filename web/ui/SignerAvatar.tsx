import { Check, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useWords } from '../messages/index.ts'
import { initialsOf, signerColour } from './names.ts'
import classes from './SignerAvatar.module.css'

export interface SignerAvatarProps {
  readonly name: string
  readonly role: string
  /** Position of the signer's hue, from zero. */
  readonly colour: number
  readonly done: number
  readonly due: number
  readonly status: string
  readonly large?: boolean
  /** The text next to it says it already. */
  readonly silent?: boolean
}

/** A signer's initials within a ring of fields done of fields due; a tick once completed, a cross once rejected. */
export function SignerAvatar({ name, role, colour, done, due, status, large = false, silent = false }: SignerAvatarProps) {
  const words = useWords('ui')
  const shown = name || role
  const size = large ? 40 : 28
  const radius = size / 2 - 1
  const length = 2 * Math.PI * radius
  const finished = status === 'complete' || status === 'rejected'
  const part = finished ? 1 : due > 0 ? Math.min(done / due, 1) : 0
  const said =
    status === 'complete'
      ? words('signer_complete', { name: shown })
      : status === 'rejected'
        ? words('signer_rejected', { name: shown })
        : status === 'excluded'
          ? words('signer_excluded', { name: shown })
          : words('signer_progress', { name: shown, done: String(done), due: String(due) })
  return (
    <span
      className={classes.avatar}
      data-large={large || undefined}
      data-status={status}
      style={{ '--c': signerColour(colour) } as CSSProperties}
      title={said}
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': said })}
    >
      <svg className={classes.ring} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--border-2)" strokeWidth="2" />
        {part > 0 && (
          <circle
            className={classes.arc}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeDasharray={`${length * part} ${length}`}
          />
        )}
      </svg>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(shown)}
      </span>
      {finished && (
        <span className={classes.badge} aria-hidden="true">
          {status === 'complete' ? <Check size={8} strokeWidth={4} /> : <X size={8} strokeWidth={4} />}
        </span>
      )}
    </span>
  )
}

/** Those for whom there is no room: "+2". */
export function MoreSigners({ count, complete }: { count: number; complete: boolean }) {
  const said = useWords('ui')('more_signers', { count })
  return (
    <span
      className={classes.avatar}
      data-status={complete ? 'complete' : undefined}
      style={{ '--c': 'var(--signer-more)' } as CSSProperties}
      role="img"
      aria-label={said}
      title={said}
    >
      <svg className={classes.ring} viewBox="0 0 28 28" aria-hidden="true">
        <circle
          className={complete ? classes.arc : undefined}
          cx="14"
          cy="14"
          r="13"
          fill="none"
          stroke="var(--border-2)"
          strokeWidth="2"
        />
      </svg>
      <span className={classes.initials} aria-hidden="true">
        +{count}
      </span>
      {complete && (
        <span className={classes.badge} aria-hidden="true">
          <Check size={8} strokeWidth={4} />
        </span>
      )}
    </span>
  )
}

interface TeamAvatarProps {
  readonly name: string
  readonly small?: boolean
  /** Where several stand together: a CSS colour for white letters. */
  readonly tone?: string
}

/** A member of the team: near black or of a dark tone, never one of the signers' hues. */
export function TeamAvatar({ name, small = false, tone }: TeamAvatarProps) {
  return (
    <span
      className={classes.team}
      data-small={small || undefined}
      data-tone={tone ? true : undefined}
      style={tone ? ({ '--tone': tone } as CSSProperties) : undefined}
      title={name}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  )
}
