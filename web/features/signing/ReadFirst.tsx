import type { Field, PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { DocumentPane } from './DocumentPane.tsx'
import { Supporting } from './Supporting.tsx'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly steps: readonly Field[]
  onBack(): void
}

/** The document before consent: signers may read first what they agree to. */
export function ReadFirst({ pack, view, session, steps, onBack }: Props) {
  const words = useWords('signing')
  return (
    <>
      <DocumentPane
        pack={pack}
        view={view}
        signatory={session.signatory_uuid}
        steps={steps}
        current={-1}
        follow={null}
        reading
        back={words('read_first_back')}
        onBack={onBack}
      />
      <aside className={screen.panel} data-reading aria-label={words('read_first_title')}>
        <div className={screen.step}>
          <div>
            <h2 className={screen.stepTitle}>{words('read_first_title')}</h2>
            <p className={screen.help}>{words('read_first_lead')}</p>
          </div>
          <div className={screen.buttons}>
            <button type="button" className={screen.next} onClick={onBack}>
              {words('read_first_back')}
            </button>
          </div>
        </div>
        <Supporting view={view} />
      </aside>
    </>
  )
}
