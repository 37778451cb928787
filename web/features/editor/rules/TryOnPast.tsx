import { Button, Progress } from '@mantine/core'
import { History, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { TriedDocument } from '#contract/field-rules'
import { messageOf } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { ErrorState, hrefOf, RelativeTime } from '../../../ui/index.ts'
import classes from './rules.module.css'
import { type Drafted, isOtherwise, type Trial, tryOnPast } from './try-on-past.ts'

const SHOWN_AT_FIRST = 10

/** What documents made from this template would have shown under a condition. Another condition is another trial: give it a key. */
export function TryOnPast({ drafted }: { readonly drafted: Drafted }) {
  const words = useWords('rules')
  const id = useId()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const line = useRef<AbortController | null>(null)
  useEffect(() => () => line.current?.abort(), [])

  async function start() {
    const own = new AbortController()
    line.current?.abort()
    line.current = own
    setTrial(null)
    setProblem(null)
    setRunning(true)
    try {
      await tryOnPast(drafted, { signal: own.signal, onPart: (part) => !own.signal.aborted && setTrial(part) })
    } catch (thrown) {
      if (!own.signal.aborted) setProblem(messageOf(thrown, words('past_problem')))
    }
    if (line.current === own) setRunning(false)
  }
  const stop = () => {
    line.current?.abort()
    setRunning(false)
  }

  const { documents, looked, all } = trial ?? NOTHING_YET
  const isWhole = !running && !problem && looked >= all
  const says = words('past_running', { done: String(looked), all: String(all) })
  return (
    <section className={classes.past} aria-labelledby={id}>
      <h3 id={id}>{words('past_title')}</h3>
      <p className={classes.hint}>{words('past_lead')}</p>
      {running ? (
        <>
          <p role="status">{trial ? says : words('past_beginning')}</p>
          <Progress value={all > 0 ? (100 * looked) / all : 0} aria-label={words('past_title')} size="sm" />
          <Button variant="default" size="xs" leftSection={<X size={16} aria-hidden />} onClick={stop}>
            {words('past_stop')}
          </Button>
        </>
      ) : (
        <Button variant="default" size="xs" leftSection={<History size={16} aria-hidden />} onClick={() => void start()}>
          {words(trial ? 'past_again' : 'past_start')}
        </Button>
      )}
      {problem && <ErrorState message={problem} onRetry={() => void start()} />}
      {!running && !problem && trial?.all === 0 && <p role="status">{words('past_none')}</p>}
      {!running && trial && !isWhole && <p role="status">{says}</p>}
      {documents.length > 0 && <Found documents={documents} isWhole={isWhole} />}
    </section>
  )
}

const NOTHING_YET: Trial = { documents: [], looked: 0, all: 0 }

/** `isWhole`: all of them were looked at. */
function Found({ documents, isWhole }: { readonly documents: readonly TriedDocument[]; readonly isWhole: boolean }) {
  const words = useWords('rules')
  const [whole, setWhole] = useState(false)
  const count = (would: TriedDocument['would_be']) => documents.filter((one) => one.would_be === would).length
  const otherwise = documents.filter(isOtherwise)
  const listed = whole ? otherwise : otherwise.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className={classes.counts} aria-label={words('past_counts')}>
        {(['shown', 'hidden', 'unknown', 'not_evaluated'] as const)
          .filter((would) => would === 'shown' || would === 'hidden' || count(would) > 0)
          .map((would) => (
            <li key={would}>{words(`past_${would}`, { count: count(would) })}</li>
          ))}
      </ul>
      {isWhole && <p role="status">{words('past_otherwise', { count: otherwise.length })}</p>}
      {listed.length > 0 && (
        <ul className={classes.documents} aria-label={words('past_documents')}>
          {listed.map(({ key, document_name, date_created, would_be }) => (
            <li key={key}>
              <a href={hrefOf(`documents/${key}`)} target="_blank" rel="noopener">
                {document_name || words('past_unnamed')}
              </a>
              <RelativeTime iso={date_created} />
              <span>{words(would_be === 'shown' ? 'past_would_show' : 'past_would_hide')}</span>
            </li>
          ))}
        </ul>
      )}
      {listed.length < otherwise.length && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          {words('past_more', { count: otherwise.length - listed.length })}
        </Button>
      )}
    </>
  )
}
