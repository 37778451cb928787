import { ChevronLeft, ChevronRight, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import type { Checked } from './check.ts'
import { drawPage } from './draw-page.ts'
import classes from './Preview.module.css'
import { sizeOf } from './sizes.ts'

/** The file as it looks: the first page that was changed, else the last that somebody signed. */
export function Preview({ checked }: { checked: Checked }) {
  const words = useWords('verify')
  const { report, name, bytes } = checked
  const changed = report.problems.flatMap(({ code, where }) => (code === 'page' ? [Number(/^page (\d+)/.exec(where)?.[1] ?? 0)] : []))
  const signed = report.signers.flatMap(({ fields }) => fields.map((field) => field.page))
  const [page, setPage] = useState(changed[0] || Math.max(1, ...signed))
  const [pages, setPages] = useState(0)
  const [failed, setFailed] = useState(false)
  const canCompare = report.sealed && report.bytes.sealed < report.bytes.total && report.updates.some(({ allowed }) => !allowed)
  const [asSigned, setAsSigned] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const shown = asSigned ? bytes.slice(0, report.bytes.sealed) : bytes.slice()
    const drawing = drawPage(shown, page, canvas.current!)
    drawing.done.then(
      (count) => {
        setPages(count)
        setFailed(false)
      },
      () => setFailed(true),
    )
    return drawing.cancel
  }, [bytes, page, asSigned, report.bytes.sealed])

  const marked = changed.includes(page) && !asSigned
  return (
    <figure className={classes.preview}>
      <div className={classes.sheet} data-changed={marked || undefined} data-failed={failed || undefined}>
        <canvas ref={canvas} role="img" aria-label={words('preview', { page: String(page), name })} />
        {failed && <p>{words('preview_failed')}</p>}
        {marked && <b>{words('page_changed')}</b>}
      </div>
      {canCompare && (
        <fieldset className={classes.compare}>
          <legend className="visually-hidden">{words('view_label')}</legend>
          {[false, true].map((signedVersion) => (
            <label key={String(signedVersion)}>
              <input
                type="radio"
                name={`version ${checked.id}`}
                checked={asSigned === signedVersion}
                onChange={() => setAsSigned(signedVersion)}
              />
              {words(signedVersion ? 'view_signed' : 'view_now')}
            </label>
          ))}
        </fieldset>
      )}
      <figcaption className={classes.caption}>
        <FileText size={18} aria-hidden="true" />
        <span>
          <b>{name}</b>
          <span>
            {pages > 0
              ? words('page_of', { size: sizeOf(bytes.length), pages, page: String(page) })
              : words('page_none', { size: sizeOf(bytes.length) })}
          </span>
        </span>
        {pages > 1 && (
          <span className={classes.turn}>
            <button type="button" aria-label={words('page_previous')} disabled={page <= 1} onClick={() => setPage(page - 1)}>
              <ChevronLeft size={16} aria-hidden="true" />
            </button>
            <button type="button" aria-label={words('page_next')} disabled={page >= pages} onClick={() => setPage(page + 1)}>
              <ChevronRight size={16} aria-hidden="true" />
            </button>
          </span>
        )}
      </figcaption>
    </figure>
  )
}
