import { CircleX, Clock } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import screen from './signing.module.css'

/** The two ways out before the end. */
export function Leave({ onLater, onDecline }: { onLater(): void; onDecline(): void }) {
  const words = useWords('signing')
  return (
    <>
      <button type="button" className={screen.quiet} onClick={onLater}>
        <Clock size={16} aria-hidden="true" />
        {words('later')}
      </button>
      <button type="button" className={screen.quiet} onClick={onDecline}>
        <CircleX size={16} aria-hidden="true" />
        {words('decline')}
      </button>
    </>
  )
}
