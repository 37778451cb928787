import { liveCopies, type MappingProblem } from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { wordsOf } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import { fetchMapping } from './calls.ts'
import { bulk_mapping } from './messages.ts'

const words = wordsOf(bulk_mapping)

/** What of a mapping keeps its bulk send from being activated, each thing once, by name. */
export async function incompleteFields(bulkSend: string, template: string): Promise<readonly string[]> {
  const { incomplete, template: state } = await fetchMapping(bulkSend, template)
  return [...new Set(incomplete.map(({ at, code, message }) => (at === null || code === 'target-missing' ? message : nameOf(at, state))))]
}

function nameOf(at: NonNullable<MappingProblem['at']>, template: PackState): string {
  switch (at.of) {
    case 'field': {
      const field = template.fields[at.key]
      return field ? fieldLabel(field) : at.key
    }
    case 'custom-field':
      return disclosed(template.customFields?.find(({ key }) => key === at.key)?.name ?? '', '') || at.key
    case 'signer': {
      const role = template.signatories.find(({ uuid }) => uuid === at.key)?.role ?? ''
      return words('target_of', { part: words(at.part), who: disclosed(role, '') })
    }
    case 'copy': {
      const place = liveCopies(template).findIndex(({ uuid }) => uuid === at.key) + 1
      return words('target_of', { part: words(at.part), who: words('unnamed_copy', { at: String(place) }) })
    }
    case 'name':
      return words('document_name')
    default:
      return words(at.of)
  }
}
