import { CopyPlus } from 'lucide-react'
import { useCounts } from '../documents/index.ts'
import type { Feature } from '../feature.ts'
import * as messages from './messages.ts'

/** The list of templates is a list of documents: its route is there. */
export const feature: Feature<typeof messages> = {
  name: 'templates',
  messages,
  rail: {
    group: 'work',
    order: 20,
    icon: CopyPlus,
    label: 'templates.rail',
    command: 'templates.go',
    to: 'documents?type=template',
    useCount: () => useCounts().template,
  },
}
