import { type ReactNode, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { downloadFile } from './actions.ts'
import classes from './EndCards.module.css'

interface Props {
  readonly className: string | undefined
  readonly icon: ReactNode
  readonly label: string
  readonly path: string
  readonly filename: string
}

/** A button that saves a file. While it comes, and where it does not, it says so: a phone shows nothing of that. */
export function FileToSave({ className, icon, label, path, filename }: Props) {
  const words = useWords('signing')
  const [state, setState] = useState<'there' | 'coming' | 'failed'>('there')
  const coming = state === 'coming'
  const save = async () => {
    if (coming) return
    setState('coming')
    setState((await downloadFile(path, filename)) ? 'there' : 'failed')
  }
  return (
    <div className={classes.file}>
      <button type="button" className={className} aria-busy={coming} onClick={() => void save()}>
        {icon}
        <span>{coming ? words('downloading') : label}</span>
      </button>
      {state === 'failed' && (
        <p className={classes.problem} role="alert">
          {words('download_failed')}
        </p>
      )}
    </div>
  )
}
