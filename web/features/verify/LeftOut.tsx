import { capitalised } from '#domain/kernel'
import type { Report } from '#pdf/verification'
import { useWords } from '../../messages/index.ts'
import classes from './LeftOut.module.css'
import cards from './Signers.module.css'
import shared from './verify.module.css'

/** Why nothing stands in a field: a condition kept it off the pages. */
export function LeftOut({ report }: { report: Report }) {
  const words = useWords('verify')
  return (
    <section className={shared.card}>
      <h2 className={cards.cardTitle}>{words('left_out')}</h2>
      <ul className={classes.fields}>
        {report.leftOut.map(({ field, words: why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the report stays as it is
          <li key={at}>
            <b>{capitalised(field)}</b>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
