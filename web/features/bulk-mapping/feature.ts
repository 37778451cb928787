import type { Feature } from '../feature.ts'
import * as messages from './messages.ts'

/** Stands in the screen of a bulk send. */
export const feature: Feature<typeof messages> = { name: 'bulk-mapping', messages }
