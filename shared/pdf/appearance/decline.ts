import type { Appearance } from './appearance.ts'

/** A signatory who rejects signs nothing: no file shows it. */
export const decline: Appearance = () => []
