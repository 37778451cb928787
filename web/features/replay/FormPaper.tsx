import type { Field, PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import { formItems, summaryOf } from '../signing/index.ts'
import classes from './FormPaper.module.css'

interface Props {
  readonly view: PackState
  readonly steps: readonly Field[]
  readonly changed: ReadonlySet<string>
}

/** The signer's form as it stood, to be read. */
export function FormPaper({ view, steps, changed }: Props) {
  const words = useWords('replay')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={words('form_then')} tabIndex={0}>
      <div className={classes.form}>
        {formItems(view, steps, words('form_rest')).map((item) => {
          if (item.type === 'field')
            return (
              <dl key={item.key} className={classes.field} data-changed={changed.has(item.key) || undefined}>
                <dt dir="auto">{fieldLabel(item.field)}</dt>
                <dd dir="auto">{item.field.value === null ? words('form_empty') : summaryOf(item.field) || words('form_filled')}</dd>
              </dl>
            )
          const Text = item.type
          return (
            <Text key={item.key} className={classes[item.type]} dir="auto">
              {item.text}
            </Text>
          )
        })}
      </div>
    </section>
  )
}
