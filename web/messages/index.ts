import { useTranslations } from 'use-intl'
import type { Feature } from './catalogue.ts'

/** The words of one feature: `const words = useWords('documents'); words('title')`. */
export const useWords = <F extends Feature>(feature: F) => useTranslations(feature)

export { type Feature, messages } from './catalogue.ts'
export { Worded } from './Worded.tsx'
export { wordsOf } from './words-of.ts'
