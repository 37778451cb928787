import type { Report } from '#pdf/verification'
import { useWords } from '../../messages/index.ts'
import classes from './History.module.css'
import { exact } from './times.ts'

/** Every event that the file carries, as far as it says what happened. */
export function History({ report }: { report: Report }) {
  const words = useWords('verify')
  const wrong = new Set(report.problems.map(({ where }) => where))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.history} aria-label={words('history_title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('event_number')}</th>
            <th scope="col">{words('event_time')}</th>
            <th scope="col">{words('event_what')}</th>
            <th scope="col">{words('event_hash')}</th>
          </tr>
        </thead>
        <tbody>
          {report.events.map(({ number, time, who, words: happened, hash }) => (
            <tr key={number} data-wrong={wrong.has(`event ${number}`) || undefined}>
              <td>{number}</td>
              <td>{exact(time)}</td>
              <td>
                <b>{who}</b> {happened}
              </td>
              <td>
                <code>{`${hash.slice(0, 10)}…`}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
