import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { type ChildDocument, liveFields } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { TeamAvatar } from '../../../ui/index.ts'
import { fileUrlOf, PageCanvas } from '../../pages/index.ts'
import { toneOf } from '../presence/peers.ts'
import { colourOf, useEditor, usePeers, useUi, useView } from './context.ts'
import { DocumentTabs } from './DocumentTabs.tsx'
import classes from './minimap.module.css'

const THUMB = 104

/** The documents of the pack, and the pages of the one that is shown. */
export function Minimap() {
  const words = useWords('editor')
  const { document: shown } = useUi()
  const documents = useView((view) => view.documents)
  const child = documents.find(({ key }) => key === shown)
  return (
    <nav className={classes.minimap} aria-label={words('pages')}>
      <DocumentTabs />
      <h2 className={classes.heading}>{words('pages')}</h2>
      {child?.pages.map((_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Thumb key={`${child.key} ${page}`} document={child} page={page} />
      ))}
    </nav>
  )
}

function Thumb({ document, page }: { readonly document: ChildDocument; readonly page: number }) {
  const words = useWords('editor')
  const { screen } = useEditor()
  const seen = useUi().page === page
  const button = useRef<HTMLButtonElement>(null)
  const near = useNear(button)
  const peers = usePeers().filter((peer) => peer.document === document.key && peer.page === page)
  const size = document.pages[page]!
  const height = Math.round((THUMB * size.height) / size.width)
  const file = fileUrlOf(document)

  useEffect(() => {
    if (seen) button.current?.scrollIntoView({ block: 'nearest' })
  }, [seen])

  return (
    <button
      ref={button}
      type="button"
      className={classes.row}
      aria-label={words('page', { page: String(page + 1) })}
      title={peers.map(({ name }) => words('here', { name })).join(', ') || undefined}
      aria-current={seen ? 'page' : undefined}
      onClick={() => screen.current?.showPage(page)}
    >
      <span className={classes.number} aria-hidden="true">
        {page + 1}
      </span>
      <span className={classes.thumb} data-paper style={{ width: THUMB, height }}>
        {near && file && <PageCanvas fileUrl={file} page={page} width={THUMB} height={height} />}
        {near && <Marks document={document.key} page={page} scale={THUMB / size.width} />}
      </span>
      <span className={classes.peers}>
        {peers.slice(0, 3).map((peer) => (
          <TeamAvatar key={peer.id} name={peer.name} tone={toneOf(peer)} small />
        ))}
      </span>
    </button>
  )
}

/** Fields as specks in their signers' hues. */
function Marks({ document, page, scale }: { readonly document: string; readonly page: number; readonly scale: number }) {
  const view = useView((whole) => whole)
  const fields = useMemo(
    () => liveFields(view).filter((field) => field.document === document && field.page === page),
    [view, document, page],
  )
  return (
    <>
      {fields.map((field) => (
        <i
          key={field.key}
          className={classes.mark}
          style={
            {
              left: field.x * scale,
              top: field.y * scale,
              width: Math.max(2, field.width * scale),
              height: Math.max(2, field.height * scale),
              '--c': colourOf(view, field.assignee),
            } as CSSProperties
          }
        />
      ))}
    </>
  )
}

/** Pictures of pages that nobody scrolls to are not drawn. */
function useNear(element: { readonly current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const watch = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '400px 0px',
    })
    watch.observe(target)
    return () => watch.disconnect()
  }, [element])
  return near
}
