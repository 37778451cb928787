import { useEffect, useRef, useState } from 'react'
import type { Field, PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import classes from './Appearing.module.css'

interface Props {
  readonly view: PackState
  readonly steps: readonly Field[]
}

/** Says which of the signer's fields an answer has brought, and which it has put aside, where the steps show no more than their number. */
export function Appearing({ view, steps }: Props) {
  const words = useWords('signing')
  const before = useRef(steps)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const [had, has] = [new Set(before.current.map(({ key }) => key)), new Set(steps.map(({ key }) => key))]
    const came = steps.filter(({ key }) => !had.has(key))
    const went = before.current.filter(({ key }) => !has.has(key) && view.fields[key]?.disabled)
    before.current = steps
    if (came.length === 0 && went.length === 0) return
    const kept = went.some(({ key }) => view.fields[key]!.disabled!.value !== null)
    const names = (fields: readonly Field[]) => [...new Set(fields.map(fieldLabel))].join(', ')
    setSaid(
      [
        ...(came.length > 0 ? [words('appeared', { count: came.length, fields: names(came) })] : []),
        ...(went.length > 0 ? [words(kept ? 'put_aside_kept' : 'put_aside', { count: went.length, fields: names(went) })] : []),
      ].join(' '),
    )
  }, [steps, view, words])
  return (
    <p role="status" className={classes.said} data-empty={said === '' || undefined}>
      {said}
    </p>
  )
}
