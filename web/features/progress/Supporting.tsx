import { attachedFilesFor, liveAppendices } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { AppendixList } from '../appendices/index.ts'
import { useWatched } from './context.ts'
import classes from './Supporting.module.css'

export function Supporting() {
  const words = useWords('appendices')
  const { view } = useWatched()
  const there = liveAppendices(view).filter(({ file }) => file !== null)
  const attached = attachedFilesFor(view, 'team')
  if (there.length + attached.length === 0) return null
  return (
    <section className={classes.supporting} aria-label={words('title')}>
      <h2>{words('title')}</h2>
      <AppendixList appendices={there} attached={attached} audience />
    </section>
  )
}
