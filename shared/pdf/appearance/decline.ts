import type { Appearance } from './appearance.ts'

/** Whoever rejects signs nothing: no file shows it. */
export const decline: Appearance = () => []
