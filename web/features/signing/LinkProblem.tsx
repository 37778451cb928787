import { useWords } from '../../messages/index.ts'
import { Mark } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import head from './Head.module.css'
import type { ProblemCode } from './session.ts'
import screen from './signing.module.css'

/** Where it is not the link that is to blame. */
const HEADINGS: Partial<Record<ProblemCode, 'problem_heading_offline' | 'problem_heading_other'>> = {
  offline: 'problem_heading_offline',
  other: 'problem_heading_other',
}

/** Why a link opens nothing. It names no document and no person. */
export function LinkProblem({ code, onRetry }: { readonly code: ProblemCode; onRetry(): void }) {
  const words = useWords('signing')
  const mayHelp = code === 'offline' || code === 'other' || code === 'not-your-turn' || code === 'request-expired'
  return (
    <div className={screen.screen}>
      <header className={head.head}>
        <Mark size={28} />
        <span className={head.title}>Paraph</span>
      </header>
      <Card title={words(HEADINGS[code] ?? 'problem_heading')} lead={words(`problem_${code}`)}>
        {mayHelp && (
          <button type="button" className={screen.next} onClick={onRetry}>
            {words('retry')}
          </button>
        )}
      </Card>
    </div>
  )
}
