import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const ahead = () => import('./index.ts').then((door) => ({ default: door.DocumentScreen }))
const DocumentScreen = lazy(ahead)

/** Literal words first, digits are a tab, anything else leads to nothing (readings 54). */
const TAB_WORDS = ['open_in_person_modal', 'open_signing_link', 'enqueue_signature_requests', 'from_template', 'with_sample_fields']

export const feature: Feature<typeof messages> = {
  name: 'progress',
  messages,
  routes: [
    route({ path: '/documents/$key', screen: DocumentScreen, whole: true, ahead }),
    route({
      path: '/documents/$key/$tab',
      screen: DocumentScreen,
      isKnown: ({ tab }) => TAB_WORDS.includes(tab) || /^\d+$/.test(tab),
      whole: true,
    }),
  ],
}
