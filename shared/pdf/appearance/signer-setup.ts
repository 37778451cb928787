import { SET_UP } from '#domain/pack'
import type { Appearance } from './appearance.ts'
import { ticked } from './ticked.ts'

/** That it was done. Who it is stands where they sign. */
export const signerSetup: Appearance = (field, metrics) => (field.value === SET_UP ? ticked(field, 'Signer set up', metrics) : [])
