import { FileText, Upload } from 'lucide-react'
import { go } from '../../ui/index.ts'
import { type Feature, route } from '../feature.ts'
import { chooseFiles } from '../uploads/index.ts'
import { useCounts } from './counts.ts'
import { DocumentsScreen, readQuery } from './DocumentsScreen.tsx'
import * as messages from './messages.ts'

export const feature: Feature<typeof messages> = {
  name: 'documents',
  messages,
  rail: {
    group: 'work',
    order: 10,
    icon: FileText,
    label: 'documents.rail',
    command: 'documents.go',
    to: 'documents',
    useCount: () => useCounts().document,
  },
  commands: [
    {
      id: 'upload',
      label: 'documents.upload_a_pdf',
      icon: Upload,
      run() {
        go('documents')
        chooseFiles()
      },
    },
  ],
  routes: [
    route({
      path: '/documents',
      screen: DocumentsScreen,
      search: readQuery,
      at: ({ search: { type } }) => (type === 'template' ? 'templates' : 'documents'),
    }),
  ],
}
