import { Mails } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import classes from './Copies.module.css'
import { useWatched } from './context.ts'

/** Who gets a copy in the end. */
export function Copies() {
  const words = useWords('progress')
  const { view } = useWatched()
  const names = view.copyRecipients
    .filter(({ removed }) => !removed)
    .map(({ email, name, mobile }) => disclosed(email, '') || disclosed(name, '') || disclosed(mobile, ''))
    .filter(Boolean)
  if (names.length === 0) return null
  return (
    <p className={classes.copies}>
      <Mails size={16} aria-hidden />
      {words('copies_to', { names: new Intl.ListFormat('en').format(names) })}
    </p>
  )
}
