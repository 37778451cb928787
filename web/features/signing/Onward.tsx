import { useEffect, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import card from './Card.module.css'
import classes from './Onward.module.css'
import screen from './signing.module.css'

/** Long enough to read that the signature was recorded, and to stay. */
const SECONDS = 10

/** Sends a signer who has just signed to the sender's page, unless they stay. */
export function Onward({ to, byItself }: { readonly to: URL; readonly byItself: boolean }) {
  const words = useWords('signing')
  const [left, setLeft] = useState(byItself ? SECONDS : null)
  useEffect(() => {
    if (left === null) return
    if (left === 0) return location.assign(to)
    const timer = window.setTimeout(() => setLeft(left - 1), 1_000)
    return () => window.clearTimeout(timer)
  }, [left, to])
  return (
    <div className={classes.onward}>
      {left !== null && <p className={card.lead}>{words('going_on', { host: to.host, count: left })}</p>}
      <div className={screen.buttons}>
        {left !== null && (
          <button type="button" className={screen.back} onClick={() => setLeft(null)}>
            {words('stay')}
          </button>
        )}
        <a className={screen.next} href={to.href} rel="noreferrer">
          <span>{words('continue_to', { host: to.host })}</span>
        </a>
      </div>
    </div>
  )
}
