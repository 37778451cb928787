import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import type { ProblemCode } from './session.ts'
import screen from './signing.module.css'

/** Why a link opens nothing. It names no document and no person. */
export function LinkProblem({ code, onRetry }: { readonly code: ProblemCode; onRetry(): void }) {
  const words = useWords('signing')
  const mayHelp = code === 'offline' || code === 'other' || code === 'not-your-turn'
  return (
    <div className={screen.screen}>
      <Card title={words(code === 'offline' ? 'problem_heading_offline' : 'problem_heading')} lead={words(`problem_${code}`)}>
        {mayHelp && (
          <button type="button" className={screen.next} onClick={onRetry}>
            {words('retry')}
          </button>
        )}
      </Card>
    </div>
  )
}
