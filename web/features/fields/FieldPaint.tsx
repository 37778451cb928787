import { memo, useMemo } from 'react'
import { isWithheld } from '#domain/kernel'
import type { Field } from '#domain/pack'
import { appearanceOf, type ImagePaint, type Paint } from '#pdf/appearance'
import { useFileUrl } from '../pages/index.ts'
import classes from './fields.module.css'
import { familyOf } from './fonts.ts'
import { useMetrics } from './metrics.ts'

type Painting = Pick<Field, 'type' | 'width' | 'height' | 'value' | 'layout'>

/** What stands in a field, painted from the list that the stamper paints too. It fills its parent. */
export const FieldPaint = memo(function FieldPaint({ field }: { readonly field: Painting }) {
  const { type, value, layout = null } = field
  const tables = useMetrics(textOf(value))
  const [width, height] = [field.width / 1000, field.height / 1000]
  const paints = useMemo(
    () => (tables && value !== null && !isWithheld(value) ? appearanceOf({ type, width, height, layout, value }, tables) : []),
    [tables, type, width, height, layout, value],
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

/** What is set in glyphs; a date's months are in every table. */
function textOf(value: Field['value']): string {
  if (value === null || isWithheld(value)) return ''
  if (typeof value === 'string') return value
  return value.method === 'typed' ? value.text : ''
}

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
