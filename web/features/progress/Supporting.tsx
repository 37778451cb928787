import { liveAppendices } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { AppendixList } from '../appendices/index.ts'
import { useWatched } from './context.ts'
import classes from './Supporting.module.css'

/** What travels beside the pages. */
export function Supporting() {
  const words = useWords('appendices')
  const { view } = useWatched()
  const there = liveAppendices(view).filter(({ file }) => file !== null)
  if (there.length === 0) return null
  return (
    <section className={classes.supporting} aria-label={words('title')}>
      <h2>{words('title')}</h2>
      <AppendixList appendices={there} audience />
    </section>
  )
}
