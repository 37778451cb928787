import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './reminder.module.css'
import screen from './signing.module.css'

/** How long the reminder stays on the page. */
const SHOWN_MS = 15_000

/**
 * While signing is unfinished, leaving asks first. Browsers word that question themselves, so the specification's
 * sentence is for signers who stay, or come back to the page from another one.
 */
export function LeaveReminder({ active }: { readonly active: boolean }) {
  const words = useWords('signing')
  const [shown, setShown] = useState(0)
  const text = words('leave_reminder')

  useEffect(() => {
    if (!active) return setShown(0)
    let hidden = false
    const remind = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Older browsers show this text; newer ones show their own.
      event.returnValue = text
      // Runs only if the page is still there, so for signers who stay.
      window.setTimeout(() => setShown((times) => times + 1))
    }
    const look = () => {
      if (document.visibilityState === 'visible' && hidden) setShown((times) => times + 1)
      hidden = document.visibilityState === 'hidden'
    }
    window.addEventListener('beforeunload', remind)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('beforeunload', remind)
      document.removeEventListener('visibilitychange', look)
    }
  }, [active, text])

  useEffect(() => {
    if (shown === 0) return
    const timer = window.setTimeout(() => setShown(0), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [shown])

  if (!active || shown === 0) return null
  return (
    <div className={classes.reminder} role="status">
      <p>{text}</p>
      <button type="button" className={screen.quiet} aria-label={words('dismiss')} onClick={() => setShown(0)}>
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
