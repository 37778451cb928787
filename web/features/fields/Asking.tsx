import { type ReactNode, type RefObject, useId } from 'react'
import classes from './fields.module.css'

interface Props {
  /** To open and close it by. */
  readonly window: RefObject<HTMLDialogElement | null>
  readonly heading: string
  readonly no: string
  /** Left out where there is only to be read. */
  readonly yes?: string
  readonly children?: ReactNode
  onYes?(): void
  onClose?(): void
}

/** A question in a window of its own. Escape says no. */
export function Asking({ window, heading, no, yes, children, onYes, onClose }: Props) {
  const id = useId()
  return (
    <dialog ref={window} className={classes.question} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{heading}</h2>
      {children}
      <div className={classes.ways}>
        <button type="button" onClick={() => window.current?.close()}>
          {no}
        </button>
        {yes !== undefined && (
          <button type="button" data-primary onClick={onYes}>
            {yes}
          </button>
        )}
      </div>
    </dialog>
  )
}
