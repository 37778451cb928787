import { Eraser } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { noFling } from '../../ui/index.ts'
import classes from './signature.module.css'
import { type DrawnSignature, drawnFrom, type Point, pointsOf, strokePath } from './strokes.ts'

interface Props {
  readonly label: string
  readonly value: DrawnSignature | null
  onChange(value: DrawnSignature | null): void
}

/** Draws with mouse, pen or finger. What is shown is the same curve that is stored and stamped. */
export function DrawPad({ label, value, onChange }: Props) {
  const words = useWords('signature')
  const [strokes, setStrokes] = useState<readonly (readonly Point[])[]>([])
  /** The one pointer that draws: a second finger, or the palm of the hand that holds the pen, is none. */
  const current = useRef<{ readonly pointer: number; readonly by: string; readonly points: Point[] } | null>(null)
  /** A person who draws with a pen rests their hand on the pad between the strokes too. */
  const byPen = useRef(false)

  const at = (event: React.PointerEvent<SVGSVGElement>, source: { clientX: number; clientY: number }): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: source.clientX - box.left, y: source.clientY - box.top }
  }
  const begin = (event: React.PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || (byPen.current && event.pointerType === 'touch')) return
    const isPen = event.pointerType === 'pen'
    const isAfterPalm = isPen && current.current?.by === 'touch'
    if (current.current && !isAfterPalm) return
    byPen.current ||= isPen
    event.currentTarget.setPointerCapture(event.pointerId)
    const points = [at(event, event)]
    current.current = { pointer: event.pointerId, by: event.pointerType, points }
    setStrokes([...(isAfterPalm ? strokes.slice(0, -1) : strokes), points])
  }
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    if (current.current?.pointer !== event.pointerId) return
    const { points } = current.current
    // Browsers merge quick movements into one event: the merged points keep the curve true.
    const merged = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const point of merged.length > 0 ? merged : [event]) points.push(at(event, point))
    setStrokes([...strokes.slice(0, -1), [...points]])
  }
  const end = (event: React.PointerEvent<SVGSVGElement>) => {
    if (current.current?.pointer !== event.pointerId) return
    const drawn = [...strokes.slice(0, -1), current.current.points]
    current.current = null
    setStrokes(drawn)
    onChange(drawnFrom(drawn))
  }
  const clear = () => {
    byPen.current = false
    setStrokes([])
    onChange(null)
  }

  const empty = strokes.length === 0 && !value
  return (
    <div className={classes.pad}>
      <svg
        ref={noFling}
        className={classes.ink}
        role="img"
        aria-label={empty ? words('pad_empty', { label }) : words('pad_drawn', { label })}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
      >
        {strokes.map((stroke, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever appended
          <path key={i} d={strokePath(stroke)} />
        ))}
        {strokes.length === 0 && value && (
          <svg x="12%" y="16%" width="76%" height="60%" viewBox={`-10 -10 1020 ${value.height + 20}`} aria-hidden="true">
            {value.strokes.map((stroke, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stored drawing does not change
              <path key={i} d={strokePath(pointsOf(stroke))} vectorEffect="non-scaling-stroke" />
            ))}
          </svg>
        )}
      </svg>
      <span className={classes.line} aria-hidden="true" />
      {empty && <span className={classes.hint}>{words('pad_hint')}</span>}
      {!empty && (
        <button type="button" className={classes.clear} onClick={clear}>
          <Eraser size={16} aria-hidden="true" />
          {words('clear')}
        </button>
      )}
    </div>
  )
}
