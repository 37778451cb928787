import { Link2 } from 'lucide-react'
import { type Field, filledWith, heldIn, type PackState } from '#domain/pack'
import { useWords, wordsOf } from '../../messages/index.ts'
import { fieldLabel } from './labels.ts'
import classes from './Synced.module.css'

interface Props {
  readonly view: PackState
  readonly field: Field
}

/** Where what stands in a field came from; null where it was entered there. */
export function filledFrom(view: PackState, field: Field): string | null {
  const { filledFrom: key } = heldIn(field)
  const origin = key === undefined ? undefined : view.fields[key]
  return origin ? wordsOf('fields')('filled_from', placeOf(view, origin)) : null
}

/** Says of a field that its value is copied: from where it came, and where an entry goes. Nothing of a field that stands alone. */
export function Synced({ view, field }: Props) {
  const words = useWords('fields')
  const from = filledFrom(view, field)
  const others = filledWith(view, field)
  if (from === null && others.length === 0) return null
  const named = others.slice(0, MOST_NAMED).map((other) => words('synced_at', placeOf(view, other)))
  const more = others.length - named.length
  return (
    <div role="note" aria-label={words('synced')} className={classes.synced}>
      <Link2 size={16} aria-hidden />
      <div className={classes.lines}>
        {from !== null && <span>{from}</span>}
        {others.length > 0 && (
          <span>{words('synced_with', { count: others.length, fields: [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ') })}</span>
        )}
      </div>
    </div>
  )
}
const MOST_NAMED = 3

/** In a pack of several documents its place is a page of one of them. */
function placeOf({ documents }: PackState, field: Field): { readonly label: string; readonly page: string } {
  const document = documents.length > 1 ? documents.find(({ key }) => key === field.document) : undefined
  const page = String(field.page + 1)
  return { label: fieldLabel(field), page: document && typeof document.name === 'string' ? `${page} · ${document.name}` : page }
}
