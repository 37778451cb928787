import { memo, useCallback, useMemo } from 'react'
import { type ChildDocument, fieldTypes } from '#domain/pack'
import { fieldIcon, inReadingOrder } from '../../fields/index.ts'
import { PAGE_GAP } from '../../pages/index.ts'
import { PeerMark } from '../presence/PeerMarks.tsx'
import { colourOf, useUi, useView } from './context.ts'
import { FieldBox } from './FieldBox.tsx'
import { LabelOffer } from './LabelOffer.tsx'
import classes from './page-layer.module.css'

/** Pixels by which a line goes on past what stands on it. */
const GUIDE_BEYOND = 24

interface Props {
  readonly document: ChildDocument
  readonly page: number
  readonly scale: number
}

/** Everything on one page: its fields, the ghost of the next one, and the guides. */
export const PageLayer = memo(function PageLayer({ document, page, scale }: Props) {
  const fields = useView((view) => view.fields)
  const order = useView((view) => view.fieldOrder)
  const keys = useMemo(
    () =>
      inReadingOrder(
        order.flatMap((key) => {
          const field = fields[key]
          return field && !field.removed && field.document === document.key && field.page === page ? [field] : []
        }),
      ).map(({ key }) => key),
    [fields, order, document.key, page],
  )
  const offset = useCallback(
    (other: number) => {
      const height = (at: number) => ((document.pages[at]?.height ?? 0) / 1000) * scale + PAGE_GAP
      let sum = 0
      for (let at = page; at < other; at++) sum += height(at)
      for (let at = other; at < page; at++) sum -= height(at)
      return sum
    },
    [document, page, scale],
  )
  return (
    <div className={classes.layer} data-paper>
      {keys.map((key) => (
        <FieldBox key={key} field={key} scale={scale} offset={offset} />
      ))}
      {keys.map((key) => (
        <PeerMark key={key} field={key} scale={scale} offset={offset} />
      ))}
      <Ghost page={page} scale={scale} />
      <LabelOffer document={document} page={page} scale={scale} />
    </div>
  )
})

/** Where the field would land, and why there. */
function Ghost({ page, scale }: { readonly page: number; readonly scale: number }) {
  const { tool, ghost, guides, guidesPage, assignee } = useUi()
  const colour = useView((view) => colourOf(view, assignee))
  const px = (milli: number) => (milli / 1000) * scale
  const Icon = tool ? fieldIcon(tool) : null
  return (
    <>
      {tool && Icon && ghost?.page === page && (
        <div
          className={classes.ghost}
          style={{
            left: px(ghost.x),
            top: px(ghost.y),
            width: px(ghost.width),
            height: px(ghost.height),
            ['--c' as string]: fieldTypes[tool].assignable ? colour : 'var(--unassigned)',
          }}
        >
          <Icon size={Math.max(8, Math.min(16, px(ghost.height) * 0.7))} aria-hidden="true" />
        </div>
      )}
      {guidesPage === page &&
        guides.map(({ axis, at, from, to, distance }) => {
          const beyond = distance === undefined ? GUIDE_BEYOND : 0
          const [along, length] = [px(from) - beyond, px(to - from) + 2 * beyond]
          return (
            <i
              key={`${axis} ${at} ${from}`}
              className={classes.guide}
              data-distance={distance !== undefined || undefined}
              style={
                axis === 'x'
                  ? { left: px(at), top: along, width: 1, height: length }
                  : { top: px(at), left: along, height: 1, width: length }
              }
            >
              {distance !== undefined && <b className={classes.distance}>{Math.round(distance / 1000)}</b>}
            </i>
          )
        })}
    </>
  )
}
