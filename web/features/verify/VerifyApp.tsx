import { FileSearch, MonitorCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Mark } from '../../ui/Mark.tsx'
import { type Checked, type Checking, checkFiles, MOST_BYTES, TooLarge } from './check.ts'
import { DropZone } from './DropZone.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { knownAnchors } from './installation.ts'
import { Result } from './Result.tsx'
import { sizeOf } from './sizes.ts'
import { verdictOf } from './verdict.ts'
import classes from './verify.module.css'

/** The public page: drop a file, read whether it is the sealed one. */
export function VerifyApp() {
  const words = useWords('verify')
  const anchors = useMemo(knownAnchors, [])
  const [results, setResults] = useState<readonly Checked[]>([])
  const [shown, setShown] = useState(0)
  const [checking, setChecking] = useState<Checking | null>(null)
  const under = useRef<AbortController | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const how = useRef<HTMLDialogElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const current = results.find(({ id }) => id === shown) ?? results[0]
  const judged = results.map(({ id, name, report }) => ({ id, name, ...verdictOf(report) }))

  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    // What is dropped meanwhile takes the place of what is being checked.
    under.current?.abort()
    const own = new AbortController()
    under.current = own
    setTrouble(null)
    setChecking({ name: files[0]!.name, done: 0 })
    try {
      const checked = await checkFiles(files, anchors, { signal: own.signal, onto: setChecking })
      setResults(checked)
      setShown(checked[0]?.id ?? 0)
    } catch (error) {
      if (own.signal.aborted) return
      setTrouble(error instanceof TooLarge ? words('too_large', { most: sizeOf(MOST_BYTES) }) : words('failed'))
    } finally {
      if (under.current === own) setChecking(null)
    }
  }
  useDrops(take, setOver)

  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Mark size={28} />
        <span className={classes.brand}>Paraph</span>
        <span className={classes.rule} aria-hidden="true" />
        <span className={classes.where}>{words('title')}</span>
        <span className={classes.space} />
        <button type="button" className={classes.quiet} onClick={() => how.current?.showModal()}>
          {words('how')}
        </button>
        {current && (
          <button type="button" className={classes.button} onClick={() => chooser.current?.click()}>
            <FileSearch size={16} aria-hidden="true" />
            {words('another')}
          </button>
        )}
      </header>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept="application/pdf,.pdf,.json"
        data-testid="file"
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <main className={classes.main} aria-busy={checking !== null}>
        <div role="status" className="visually-hidden">
          {checking === null ? '' : words('checking', { name: checking.name })}
        </div>
        {results.length > 1 && (
          <nav className={classes.files} aria-label={words('files')}>
            {judged.map(({ id, name, tone, says }) => (
              <button
                key={id}
                type="button"
                aria-current={id === current?.id || undefined}
                aria-label={words('file_verdict', { name, verdict: words(says) })}
                data-state={tone}
                onClick={() => setShown(id)}
              >
                {name}
              </button>
            ))}
          </nav>
        )}
        {trouble !== null && (
          <p className={classes.trouble} role="alert">
            {trouble}
          </p>
        )}
        {current && checking === null ? (
          <Result key={current.id} checked={current} anchors={anchors} />
        ) : (
          <DropZone checking={checking} onChoose={() => chooser.current?.click()} onCancel={() => under.current?.abort()} />
        )}
      </main>
      <footer className={classes.foot}>
        <MonitorCheck size={16} aria-hidden="true" />
        {current ? words('checked_in', { seconds: Math.max(0.1, current.seconds).toFixed(1) }) : words('private')}
      </footer>
      {over && (
        <div className={classes.over} aria-hidden="true">
          {words('drop_now')}
        </div>
      )}
      <HowItWorks window={how} anchors={anchors} />
    </div>
  )
}

/** Files may be dropped anywhere on the page. */
function useDrops(take: (files: readonly File[]) => void, setOver: (over: boolean) => void) {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const hold = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', hold)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [setOver])
}
