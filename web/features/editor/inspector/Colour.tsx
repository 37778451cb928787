import { useId } from 'react'
import type { Field } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useEditor } from '../view/context.ts'
import classes from './inspector.module.css'

/** Light enough for what is written on them. */
const OFFERED = ['#fef3c7', '#dcfce7', '#dbeafe', '#ede9fe', '#ffe4e6', '#e7e5e4'] as const
type Offered = (typeof OFFERED)[number]

/** The colour of the field; one that came from elsewhere is offered next to the usual ones. */
export function Colour({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const name = useId()
  const { key, background = null } = field
  const other = background !== null && !OFFERED.includes(background as Offered) ? [background] : []
  return (
    <fieldset className={classes.colours}>
      <legend>{words('background')}</legend>
      {[null, ...OFFERED, ...other].map((colour) => (
        <label key={colour} title={nameOf(colour)}>
          <input
            type="radio"
            name={name}
            checked={background === colour}
            onChange={() => editor.step([{ do: 'SetFieldBackground', field: key, colour }])}
            aria-label={nameOf(colour)}
          />
          <span style={colour === null ? undefined : { backgroundColor: colour }} data-none={colour === null || undefined} />
        </label>
      ))}
    </fieldset>
  )

  function nameOf(colour: string | null): string {
    if (colour === null) return words('background_none')
    return OFFERED.includes(colour as Offered) ? words(`background_${colour as Offered}`) : colour
  }
}
