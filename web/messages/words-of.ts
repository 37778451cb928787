import { createTranslator } from 'use-intl/core'
import { type Feature, messages } from './catalogue.ts'

/** The same words outside a component, for what happens without one: an answer of the server, a dropped file. */
export const wordsOf = <F extends Feature>(feature: F) => createTranslator({ locale: 'en', messages, namespace: feature })
