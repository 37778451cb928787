import { APPROVED } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { ticked } from './ticked.ts'

export const approve: Appearance = (field, metrics) => (field.value === APPROVED ? ticked(field, 'Approved', metrics) : [])
