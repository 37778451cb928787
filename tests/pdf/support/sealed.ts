import { randomBytes } from 'node:crypto'
import type { FieldLayout, FieldTypeName, FieldValue } from '#domain/pack'
import { appearanceOf } from '#pdf/appearance'
import { makeSelfSignedCertificate } from '#pdf/signature'
import type { Stamp } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'

const metrics = await loadMetrics()

/** A text as it was laid out, at its place. */
export function laidOutAt(page: number, x: number, y: number, layout: FieldLayout, value: string, width: number, height: number): Stamp {
  return { page, x, y, paints: appearanceOf({ type: 'text', width, height, layout, value }, metrics) }
}

/** A field at its place, as the sealing process passes it on. */
export function fieldAt(page: number, x: number, y: number, type: FieldTypeName, value: FieldValue, width = 200, height = 24): Stamp {
  return { page, x, y, paints: appearanceOf({ type, width, height, layout: null, value }, metrics) }
}

export const AT = Date.UTC(2026, 10, 21, 14, 3)

export const credential = makeSelfSignedCertificate({
  commonName: 'Paraph under test (self-signed)',
  organisation: 'Größe & Söhne',
  from: AT - 86_400_000,
  until: AT + 10 * 365 * 86_400_000,
  serial: randomBytes(16),
})
