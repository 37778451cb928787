import { type Messages, useTranslations } from 'use-intl'

/** The words of one feature: `const words = useWords('documents'); words('title')`. */
export const useWords = <Namespace extends keyof Messages & string>(feature: Namespace) => useTranslations(feature)

/** For words that something else names, namespace and all: `'trash.rail'`. */
export function useAnyWords(): (word: string) => string {
  const words = useTranslations()
  return (word) => words(word as Parameters<typeof words>[0])
}

export { messages } from './catalogue.ts'
export { Worded } from './Worded.tsx'
export { wordsOf } from './words-of.ts'
