import { useEffect, useRef, useState } from 'react'
import type { Field, PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import { changedFields, ownerOf } from './changes.ts'
import { DocumentPane } from './DocumentPane.tsx'
import type { OpenedSession } from './session.ts'
import classes from './signing.module.css'

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
      <aside className={classes.panel} aria-label={words('changed_title')}>
        <div className={classes.step}>
          <div>
            <h2 ref={heading} tabIndex={-1} className={`${classes.stepTitle} ${classes.cardTitle}`}>
              {words('changed_title')}
            </h2>
            <p className={classes.help} role="alert">
              {words('changed')}
            </p>
          </div>
          {changes.length > 0 && (
            <ul className={classes.items}>
              {changes.map((field) => (
                <li key={field.key}>
                  <button type="button" className={classes.change} onClick={() => setLooked(field.key)}>
                    <span>{words('change_by', { label: fieldLabel(field), name: ownerOf(view, field) || session.sender_name })}</span>
                    <span className={classes.itemNote}>{words('page_at', { page: String(field.page + 1) })}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={classes.buttons}>
            <button type="button" className={classes.back} onClick={onReview}>
              {words('back')}
            </button>
            <button type="button" className={classes.next} disabled={busy} onClick={onFinish}>
              {busy ? words('finishing') : words('finish')}
            </button>
          </div>
        </div>
      </aside>
    </>
  )
}
