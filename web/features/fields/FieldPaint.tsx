import { memo, useEffect, useMemo, useState } from 'react'
import { isWithheld } from '#domain/kernel'
import type { Field } from '#domain/pack'
import { appearanceOf, type ImagePaint, type Paint } from '#pdf/appearance'
import { loadMetrics, type Metrics } from '#pdf/text-layout'
import { useFileUrl } from '../pages/index.ts'
import classes from './fields.module.css'
import { declareFonts, familyOf } from './fonts.ts'

let metrics: Metrics | null = null
function useMetrics(): Metrics | null {
  const [loaded, setLoaded] = useState(metrics)
  useEffect(() => {
    declareFonts()
    if (loaded) return
    let gone = false
    void loadMetrics().then((tables) => {
      metrics = tables
      if (!gone) setLoaded(tables)
    })
    return () => {
      gone = true
    }
  }, [loaded])
  return loaded
}

/** What stands in a field, painted from the list that the stamper paints too. It fills its parent. */
export const FieldPaint = memo(function FieldPaint({ field }: { readonly field: Pick<Field, 'type' | 'width' | 'height' | 'value'> }) {
  const tables = useMetrics()
  const { type, value } = field
  const [width, height] = [field.width / 1000, field.height / 1000]
  const paints = useMemo(
    () => (tables && value !== null && !isWithheld(value) ? appearanceOf({ type, width, height, value }, tables) : []),
    [tables, type, width, height, value],
  )
  return (
    <svg className={classes.paint} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {paints.map((paint, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is painted anew as a whole
        <Painted key={at} paint={paint} />
      ))}
    </svg>
  )
})

function Painted({ paint }: { readonly paint: Paint }) {
  if (paint.kind === 'image') return <PaintedImage paint={paint} />
  if (paint.kind === 'path') {
    const { d, stroke, fill, width } = paint
    return <path d={d} stroke={stroke ?? 'none'} fill={fill ?? 'none'} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
  }
  const { x, baseline, width, size, font, text, color, dir } = paint
  return (
    <text
      x={x}
      y={baseline}
      fontFamily={familyOf(font)}
      fontSize={size}
      fill={color}
      direction={dir}
      // The run's left edge is at x whatever its direction.
      textAnchor={dir === 'rtl' ? 'end' : 'start'}
      textLength={width > 0 ? width : undefined}
      lengthAdjust="spacingAndGlyphs"
      className={classes.run}
    >
      {text}
    </text>
  )
}

function PaintedImage({ paint }: { readonly paint: ImagePaint }) {
  const url = useFileUrl(`/app/serve_image/${paint.file}`)
  if (url === null) return null
  return <image href={url} x={paint.x} y={paint.y} width={paint.width} height={paint.height} preserveAspectRatio="none" />
}
