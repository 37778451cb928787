import { Button } from '@mantine/core'
import { Braces, ChevronLeft, ChevronRight, Eye, WandSparkles } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  isLinked,
  keyedByCustomField,
  linkedText,
  type Mapping as MappingOf,
  type MappingTarget,
  mapFromColumnNames,
  mappedText,
  mappingProblems,
  placeholderOf,
  rowResolver,
  targetsOf,
  templateText,
  withoutTarget,
  withText,
} from '#domain/bulk-send'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import {
  Bone,
  confirm,
  ErrorState,
  IconButton,
  Loading,
  SAVE_MS,
  SAVE_NOW_MS,
  SavedState,
  say,
  useAutosave,
  useLoaded,
} from '../../ui/index.ts'
import { Pages, type PagesHandle, useZoom } from '../pages/index.ts'
import { fetchMapping, type OpenedMapping, saveMapping } from './calls.ts'
import { COLUMN } from './column.ts'
import { useFlash } from './flash.ts'
import classes from './Mapping.module.css'
import { MappingLayer } from './MappingLayer.tsx'
import { useRows } from './use-rows.ts'
import { inputId, Values } from './Values.tsx'

interface Props {
  readonly bulkSend: string
  readonly template: string
}

/** The pages of a template with what each document is given; the same as each row makes them. */
export function Mapping({ bulkSend, template }: Props) {
  const words = useWords('bulk_mapping')
  const loaded = useLoaded(
    useCallback(() => fetchMapping(bulkSend, template), [bulkSend, template]),
    words('load_failed'),
  )
  if (loaded.value) return <Opened {...{ bulkSend, template }} opened={loaded.value} />
  if (loaded.problem !== null) return <ErrorState message={loaded.problem} onRetry={() => void loaded.load()} />
  return (
    <Loading className={classes.waiting}>
      <Bone width="100%" height={420} />
      <Bone width="100%" height={420} />
    </Loading>
  )
}

function Opened({ bulkSend, template: key, opened }: Props & { readonly opened: OpenedMapping }) {
  const words = useWords('bulk_mapping')
  const { template, columns, dates, defaultCountry } = opened
  const [mapping, setMapping] = useState(() => keyedByCustomField(opened.mapping, template))
  const [mode, setMode] = useState<'design' | 'preview'>('design')
  const [failed, setFailed] = useState(false)
  const rows = useRows(bulkSend)
  const zoom = useZoom()
  const pages = useRef<PagesHandle>(null)
  const names = useMemo(() => columns.map(({ name }) => name), [columns])

  const saver = useAutosave<MappingOf>({
    async save(next) {
      await saveMapping(bulkSend, key, next)
      setFailed(false)
    },
    failed(thrown) {
      setFailed(true)
      say.danger(messageOf(thrown, words('save_failed')))
    },
  })
  const change = (next: MappingOf, ms: number) => {
    setMapping(next)
    saver.later(next, ms)
  }
  const write = (target: MappingTarget, text: string, ms = SAVE_MS) => change(withText(mapping, target, text), ms)

  const mapped = useMemo(
    () => ({ mapping, template, columns: names, dates, config: { defaultCountry } }),
    [mapping, template, names, dates, defaultCountry],
  )
  const incomplete = useMemo(() => mappingProblems(mapped), [mapped])
  const resolve = useMemo(() => rowResolver(mapped), [mapped])
  const resolved = useMemo(() => (rows.row ? resolve(rows.row.values) : null), [resolve, rows.row])
  const targets = useMemo(() => targetsOf(template), [template])
  const flashing = useFlash(mode === 'preview' ? resolved?.values : null)

  const show = (target: MappingTarget) => {
    const input = document.getElementById(inputId(target))
    input?.closest('details')?.setAttribute('open', '')
    input?.scrollIntoView({ block: 'center' })
    input?.focus()
    const field = target.of === 'field' ? template.fields[target.key] : undefined
    if (field) pages.current?.show({ document: field.document, page: field.page, y: field.y })
  }
  const fromNames = async () => {
    const question = { title: words('from_names_title'), text: words('from_names_question'), yes: words('proceed'), no: words('keep') }
    if (await confirm(question)) change(mapFromColumnNames(template, names), SAVE_NOW_MS)
  }
  const given = targets.filter((target) => (mappedText(mapping, target) || templateText(template, target)) !== '').length
  const isPreview = mode === 'preview'
  const label = rows.row?.values.find((value) => value !== '') ?? ''
  return (
    <div className={classes.mapping}>
      <div className={classes.bar}>
        <span className={classes.mode}>
          {isPreview ? <Eye size={16} aria-hidden /> : <Braces size={16} aria-hidden />}
          {words(isPreview ? 'preview' : 'design')}
        </span>
        <Button variant="default" size="compact-md" onClick={() => setMode(isPreview ? 'design' : 'preview')}>
          <span className={classes.toggle}>{words(isPreview ? 'to_design' : 'to_preview')}</span>
        </Button>
        <span className={classes.stepper}>
          <IconButton size="sm" icon={ChevronLeft} name={words('previous_row')} disabled={rows.at === 0} onClick={() => rows.step(-1)} />
          <span role="status">
            {rows.problem ??
              (rows.count === 0
                ? words('no_rows')
                : rows.count !== null && (
                    <>
                      <b>{words('row_of', { at: String(rows.at + 1), count: String(rows.count) })}</b> <bdi>{label}</bdi>
                    </>
                  ))}
          </span>
          <IconButton
            size="sm"
            icon={ChevronRight}
            name={words('next_row')}
            disabled={rows.at + 1 >= (rows.count ?? 0)}
            onClick={() => rows.step(1)}
          />
        </span>
        <SavedState waiting={saver.waiting + (failed ? 1 : 0)} offline={false} />
      </div>
      <section className={classes.columns} aria-label={words('columns')}>
        <h2>{words('columns')}</h2>
        <p>{names.length === 0 ? words('no_columns') : words('columns_hint')}</p>
        <ul>
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <li key={at} draggable onDragStart={(event) => event.dataTransfer.setData(COLUMN, name)}>
              {name}
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.paper} data-flash={flashing || undefined} data-mode={mode}>
        <Pages
          ref={pages}
          documents={template.documents}
          zoom={zoom}
          label={words('pages')}
          className={classes.pages ?? ''}
          renderOverlay={(of, page, size) => (
            <MappingLayer
              template={template}
              document={of.key}
              page={page}
              scale={size.scale}
              mapping={mapping}
              values={isPreview ? (resolved?.values.fields ?? {}) : null}
              incomplete={incomplete}
              onField={(field) => show({ of: 'field', key: field })}
              onColumn={(field, column) => write({ of: 'field', key: field }, placeholderOf(column), SAVE_NOW_MS)}
            />
          )}
        />
      </div>
      <section className={classes.values} aria-label={words('values')}>
        <header>
          <h2>{words('values')}</h2>
          <Button variant="default" size="compact-md" leftSection={<WandSparkles size={15} aria-hidden />} onClick={() => void fromNames()}>
            {words('from_names')}
          </Button>
        </header>
        <Values
          {...{ template, mapping, incomplete, targets }}
          columns={names}
          counted={words('mapped', { count: String(given), all: String(targets.length) })}
          row={rows.row && resolved ? { at: rows.at + 1, ...resolved } : null}
          isLinked={(text) => isLinked(linkedText(text, names))}
          onWrite={write}
          onShow={show}
          onRemove={(target) => 'key' in target && change(withoutTarget(mapping, target, template), SAVE_NOW_MS)}
        />
      </section>
    </div>
  )
}
