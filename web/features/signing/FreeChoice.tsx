import { ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../messages/index.ts'
import screen from './signing.module.css'

/** Between two fields, for signers whom no wizard leads: they take the next one themselves, or go on to the review. */
export function FreeChoice({ open, onReview }: { readonly open: number; onReview(): void }) {
  const words = useWords('signing')
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus is gone: keyboard users go on from here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={screen.step}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={screen.stepTitle}>
          {words(open === 0 ? 'choose_none_open' : 'choose_field')}
        </h2>
        <p className={screen.help}>{words('choose_field_how')}</p>
      </div>
      <div className={screen.buttons}>
        <button type="button" className={screen.next} onClick={onReview}>
          <span>{words('review')}</span>
          <ArrowRight size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
