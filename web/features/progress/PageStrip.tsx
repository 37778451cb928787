import { UnstyledButton } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { type ChildDocument, enabledFields, type Field, isFilled, remainingDocuments, signatoryOf } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Dialog, IconButton, initialsOf, signerColour } from '../../ui/index.ts'
import { currentImageUrlOf } from '../pages/index.ts'
import { useWatched } from './context.ts'
import classes from './PageStrip.module.css'
import { nameOf, type PageOf, pagesOf, signersHere } from './summary.ts'
import { useRowsNear } from './useRowsNear.ts'

/** Its pages show the filled-in values themselves. */
const isSealed = ({ sealing }: ChildDocument) => sealing.state === 'sealed'

/** The pages with what is filled in and what is not, and who looks at which. */
export function PageStrip() {
  const words = useWords('progress')
  const { view, store } = useWatched()
  const [open, setOpen] = useState<number | null>(null)
  const { documents } = view
  const pages = useMemo(() => pagesOf({ documents }), [documents])
  const { list, from, to, above, below } = useRowsNear(pages)
  if (pages.length === 0) return null
  const fields = Map.groupBy(
    enabledFields(view).filter(({ assignee }) => assignee !== null && assignee !== 'self'),
    ({ document, page }) => `${document} ${page}`,
  )
  const here = signersHere(view, store.people)
  return (
    <section aria-labelledby="pages">
      <div className={classes.head}>
        <h2 id="pages">{words('pages')}</h2>
        {!remainingDocuments(view).every(isSealed) && (
          <span className={classes.legend}>
            <i data-filled />
            {words('filled')}
            <i />
            {words('to_do')}
          </span>
        )}
      </div>
      <ul ref={list} className={classes.pages} style={{ paddingBlock: `${above}px ${below}px` }}>
        {pages.slice(from, to).map((page) => (
          <li key={`${page.document} ${page.index}`} aria-setsize={pages.length} aria-posinset={page.number}>
            <Thumbnail
              page={page}
              fields={fields.get(`${page.document} ${page.index}`) ?? []}
              people={here
                .filter((one) => one.page === page.number - 1)
                .map(({ signatory }) => ({ name: nameOf(signatory), colour: view.signatories.indexOf(signatory) }))}
              onOpen={() => setOpen(page.number - 1)}
            />
          </li>
        ))}
      </ul>
      <Reader pages={pages} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
    </section>
  )
}

interface ThumbnailProps {
  readonly page: PageOf
  readonly fields: readonly Field[]
  readonly people: readonly { readonly name: string; readonly colour: number }[]
  readonly onOpen: () => void
}

function Thumbnail({ page, fields, people, onOpen }: ThumbnailProps) {
  const words = useWords('progress')
  const { view } = useWatched()
  const first = people[0]
  const label = page.index === 0 && view.documents.length > 1 ? page.documentName : String(page.number)
  const said = words('page_marks', { page: label, done: String(fields.filter(isFilled).length), due: String(fields.length) })
  const document = view.documents.find(({ key }) => key === page.document)
  return (
    <UnstyledButton
      className={classes.thumbnail}
      onClick={onOpen}
      aria-label={said}
      data-here={first ? true : undefined}
      style={first ? ({ '--c': signerColour(first.colour) } as CSSProperties) : undefined}
    >
      <span className={classes.paper} data-paper style={{ aspectRatio: `${page.width} / ${page.height}` }}>
        {document && <img src={`${currentImageUrlOf(document, page.index)}&width=160`} alt="" loading="lazy" />}
        {document && !isSealed(document) && fields.map((field) => <Mark key={field.key} field={field} page={page} />)}
      </span>
      {first && (
        <span className={classes.here} aria-hidden="true">
          {initialsOf(first.name)}
        </span>
      )}
      <span className={classes.label}>{first ? words('page_here', { page: label, name: first.name.split(' ')[0] ?? '' }) : label}</span>
    </UnstyledButton>
  )
}

function Mark({ field, page }: { field: Field; page: PageOf }) {
  const { view } = useWatched()
  const signatory = field.assignee ? signatoryOf(view, field.assignee) : undefined
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <span
      className={classes.mark}
      data-filled={isFilled(field) || undefined}
      style={
        {
          left: percent(field.x, page.width),
          top: percent(field.y, page.height),
          width: percent(field.width, page.width),
          height: percent(field.height, page.height),
          '--c': signerColour(signatory ? view.signatories.indexOf(signatory) : -1),
        } as CSSProperties
      }
    />
  )
}

interface ReaderProps {
  readonly pages: readonly PageOf[]
  readonly at: number | null
  readonly onMove: (at: number) => void
  readonly onClose: () => void
}

/** A page in full, with its neighbours a key away. */
function Reader({ pages, at, onMove, onClose }: ReaderProps) {
  const words = useWords('progress')
  const { view } = useWatched()
  const page = at === null ? undefined : pages[at]
  const document = view.documents.find(({ key }) => key === page?.document)
  const step = (by: number) => {
    const next = (at ?? 0) + by
    if (pages[next]) onMove(next)
  }
  const title = page
    ? view.documents.length > 1
      ? words('page_of', { name: page.documentName, page: String(page.index + 1) })
      : words('page', { page: String(page.number) })
    : ''
  return (
    <Dialog
      opened={page !== undefined}
      onClose={onClose}
      title={title}
      size="auto"
      centered
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1)
        if (event.key === 'ArrowLeft') step(-1)
      }}
    >
      {page && document && (
        <div className={classes.reader}>
          <IconButton icon={ChevronLeft} name={words('previous_page')} disabled={at === 0} onClick={() => step(-1)} />
          <img
            src={`${currentImageUrlOf(document, page.index)}&width=1240`}
            alt={title}
            style={{ aspectRatio: `${page.width} / ${page.height}` }}
          />
          <IconButton icon={ChevronRight} name={words('next_page')} disabled={at === pages.length - 1} onClick={() => step(1)} />
        </div>
      )}
    </Dialog>
  )
}
