import { useEffect, useState } from 'react'
import { onRequests } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import classes from './RequestBar.module.css'
import { afterAMoment } from './request-bar.ts'

/** A line along the top while a request is on its way that somebody waits for. */
export function RequestBar() {
  const words = useWords('ui')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const onChange = afterAMoment(setShown)
    const stop = onRequests(onChange)
    return () => {
      stop()
      onChange(false)
    }
  }, [])
  return shown ? <div className={classes.bar} role="progressbar" aria-label={words('loading')} /> : null
}
