import { messages } from '../messages/index.ts'
import type { Feature } from './feature.ts'
import * as declared from './index.ts'

export const features: readonly Feature[] = Object.values(declared)

type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never
type Catalogue = typeof messages & Together<(typeof declared)[keyof typeof declared]['messages']>

/** Every text the page says: what is common to its parts, and what each feature brings. */
export const catalogue: Catalogue = Object.assign({ ...messages }, ...features.map((feature) => feature.messages))

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en'
    Messages: Catalogue
  }
}
