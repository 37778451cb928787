import { Copy } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { copyToClipboard } from '../../ui/index.ts'
import classes from './Applications.module.css'

/** Lines for a terminal. */
export function Example({ text, name }: { readonly text: string; readonly name: string }) {
  const words = useWords('applications')
  return (
    <figure className={classes.example}>
      <figcaption># {name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
      <pre tabIndex={0}>{text}</pre>
      <button type="button" aria-label={`${words('copy_example')}: ${name}`} onClick={() => void copyToClipboard(text)}>
        <Copy size={14} aria-hidden />
        {words('copy')}
      </button>
    </figure>
  )
}
