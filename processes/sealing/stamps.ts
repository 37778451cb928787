import { type Field, fieldTypeOf } from '#domain/pack'
import { appearanceOf, looksOf, type Paint } from '#pdf/appearance'
import { fromMilli } from '#pdf/geometry'
import type { Stamp } from '#pdf/stamp'
import type { Metrics } from '#pdf/text-layout'

/** What is painted where, as the browser paints it. */
export function stampsOf(fields: readonly Field[], metrics: Metrics): readonly Stamp[] {
  return fields.map((field) => {
    const size = { width: fromMilli(field.width), height: fromMilli(field.height) }
    const paints = appearanceOf(looksOf(field, size), metrics)
    const { covers } = fieldTypeOf(field)
    return { page: field.page, x: fromMilli(field.x), y: fromMilli(field.y), ...size, paints, ...(covers && { covers }) }
  })
}

/** The files of the images that these stamps show, by digest. */
export function imagesIn(stamps: readonly Stamp[]): ReadonlyMap<string, string> {
  const images = stamps.flatMap(({ paints }) =>
    paints.filter((paint): paint is Extract<Paint, { kind: 'image' }> => paint.kind === 'image'),
  )
  return new Map(images.map(({ digest, file }) => [digest, file]))
}
