import { useEffect, useRef, useState } from 'react'
import type { Field, PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import classes from './Changed.module.css'
import { changedFields, ownerOf } from './changes.ts'
import { DocumentPane } from './DocumentPane.tsx'
import list from './StepList.module.css'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  /** What the signer had looked at when they pressed "Sign and finish". */
  readonly earlier: PackState
  readonly session: OpenedSession
  readonly steps: readonly Field[]
  readonly busy: boolean
  readonly problem: string | null
  onReview(): void
  onFinish(): void
}

/** Signed means seen: nothing was signed, since something is shown that was not there before. Here it is. */
export function Changed({ pack, view, earlier, session, steps, busy, problem, onReview, onFinish }: Props) {
  const words = useWords('signing')
  const changes = changedFields(earlier, view, session.signatory_uuid)
  const [looked, setLooked] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const follow = changes.find(({ key }) => key === looked) ?? changes[0] ?? null
  return (
    <>
      <DocumentPane
        pack={pack}
        view={view}
        signatory={session.signatory_uuid}
        steps={steps}
        current={-1}
        follow={follow}
        changed={new Set(changes.map(({ key }) => key))}
        reading={false}
        onChoose={onReview}
        onBack={onReview}
      />
      <aside className={screen.panel} aria-label={words('changed_title')}>
        <div className={screen.step}>
          <div>
            <h2 ref={heading} tabIndex={-1} className={screen.stepTitle}>
              {words('changed_title')}
            </h2>
            <p className={screen.help} role="alert">
              {words('changed')}
            </p>
          </div>
          {changes.length > 0 && (
            <ul className={list.items}>
              {changes.map((field) => (
                <li key={field.key}>
                  <button type="button" className={classes.change} onClick={() => setLooked(field.key)}>
                    <span>{words('change_by', { label: fieldLabel(field), name: ownerOf(view, field) || session.sender_name })}</span>
                    <span className={list.note}>{words('page_at', { page: String(field.page + 1) })}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {problem && (
            <p className={screen.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={screen.buttons}>
            <button type="button" className={screen.back} onClick={onReview}>
              {words('back')}
            </button>
            <button type="button" className={screen.next} disabled={busy} onClick={onFinish}>
              {busy ? words('finishing') : words('finish')}
            </button>
          </div>
        </div>
      </aside>
    </>
  )
}
