import type { Appearance } from './appearance.ts'
import { signature } from './signature.ts'

/** A short signature, shown as one. */
export const initial: Appearance = signature
