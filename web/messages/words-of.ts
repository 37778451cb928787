import { createTranslator } from 'use-intl/core'
import { messages } from './catalogue.ts'

type Shared = typeof messages
type Flat = Readonly<Record<string, string>>

/**
 * Words outside a component, for what happens without one: an answer of the server, a dropped file. A feature passes its
 * own, `wordsOf(trash)`; what all pages share goes by its name.
 */
export const wordsOf = <Named extends keyof Shared | Flat>(words: Named) =>
  createTranslator({ locale: 'en', messages: (typeof words === 'string' ? messages[words as keyof Shared] : words) as WordsOf<Named> })
type WordsOf<Named> = Named extends keyof Shared ? Shared[Named] : Named
