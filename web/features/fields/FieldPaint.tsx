import { type CSSProperties, memo, useMemo } from 'react'
import { imageUrl } from '#contract/uploads'
import { isWithheld } from '#domain/kernel'
import { cellsOf, type Field } from '#domain/pack'
import { appearanceOf, type ImagePaint, type LookingField, looksOf, type Paint } from '#pdf/appearance'
import { useFileUrl } from '../pages/index.ts'
import classes from './fields.module.css'
import { familyOf } from './fonts.ts'
import { useMetrics } from './metrics.ts'

interface Props {
  readonly field: LookingField & Pick<Field, 'width' | 'height'> & Partial<Pick<Field, 'x' | 'y'>>
  /** Pixels a point; left out where it stands on no page. */
  readonly scale?: number
}

/** What stands in a field, painted from the list that the stamper paints too. It fills its parent. */
export const FieldPaint = memo(function FieldPaint({ field, scale }: Props) {
  const { type, value, layout, textSize, align, background } = field
  const tables = useMetrics(textOf(value))
  const [width, height] = [field.width / 1000, field.height / 1000]
  const paints = useMemo(
    () => (tables ? appearanceOf(looksOf({ type, layout, textSize, align, background, value }, { width, height }), tables) : []),
    [tables, type, width, height, layout, textSize, align, background, value],
  )
  return (
    <svg className={classes.paint} {...frameOf(field, scale)} preserveAspectRatio="none" aria-hidden="true">
      {paints.map((paint, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is painted again as a whole
        <Painted key={at} paint={paint} />
      ))}
    </svg>
  )
})

/**
 * A browser sets a box onto whole pixels, its corners each to the nearer one, and would move and stretch what is in it. On a page the
 * box is whole pixels from the start, and what is less than one of them is kept inside.
 */
function frameOf({ x = 0, y = 0, width, height }: Props['field'], scale: number | undefined) {
  if (scale === undefined) return { viewBox: `0 0 ${width / 1000} ${height / 1000}` }
  const [left, top] = [(x / 1000) * scale, (y / 1000) * scale]
  const [right, bottom] = [left % 1, top % 1]
  const [wide, high] = [Math.ceil(right + (width / 1000) * scale), Math.ceil(bottom + (height / 1000) * scale)]
  return {
    viewBox: [-right / scale, -bottom / scale, wide / scale, high / scale].join(' '),
    style: { position: 'absolute', left: -right, top: -bottom, width: wide, height: high } as const,
  }
}

/** What is set in glyphs; a date's months are in every table. */
function textOf(value: Field['value']): string {
  if (value === null || isWithheld(value)) return ''
  if (typeof value === 'string') return value
  return value.method === 'attached' ? value.filename : value.method === 'typed' ? value.text : ''
}

function Painted({ paint }: { readonly paint: Paint }) {
  // The page puts a link of its own round all of it.
  if (paint.kind === 'link') return null
  if (paint.kind === 'image') return <PaintedImage paint={paint} />
  if (paint.kind === 'path') {
    const { d, stroke, fill, width, opacity } = paint
    return (
      <path
        d={d}
        stroke={stroke ?? 'none'}
        fill={fill ?? 'none'}
        fillOpacity={opacity}
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )
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
      // The run's left edge is at x in both directions.
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
  const url = useFileUrl(imageUrl(paint.file))
  if (url === null) return null
  return <image href={url} x={paint.x} y={paint.y} width={paint.width} height={paint.height} preserveAspectRatio="none" />
}

/** Where the characters of a comb go, for as long as none stand there: the sealed file draws no such lines. */
export function FieldCells({ field }: { readonly field: Pick<Field, 'layout'> }) {
  const cells = cellsOf(field.layout ?? null)
  return cells === null ? null : <span className={classes.cells} style={{ '--cells': cells } as CSSProperties} aria-hidden="true" />
}
