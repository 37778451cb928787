import { disclosed, isBlank } from '#domain/kernel'
import type { CustomField, PackState } from './state.ts'

/** Custom fields that are there, in the order in which they were added. */
export function liveCustomFields({ customFields = [] }: Pick<PackState, 'customFields'>): readonly CustomField[] {
  return customFields.filter(({ removed }) => !removed)
}

export const customFieldId = ({ id }: CustomField): string => disclosed(id, '')

/** The id that follows from a name: what is no letter or digit of any script becomes an underscore, and no digit comes first. */
export function idFromName(name: string): string {
  const id = name.normalize('NFC').replace(/[^\p{Alphabetic}\p{N}]/gu, '_')
  return /^\p{N}/u.test(id) ? `_${id}` : id
}

/** The same id, or with the first number that makes it unique. */
export function uniqueId(id: string, taken: ReadonlySet<string>, most: number): string {
  for (let n = 0; ; n++) {
    const suffix = n === 0 ? '' : `_${n}`
    const tried = [...id].slice(0, most - suffix.length).join('') + suffix
    if (!taken.has(tried)) return tried
  }
}

/** Required ones without a value. */
export function incompleteCustomFields(state: PackState): readonly CustomField[] {
  return liveCustomFields(state).filter(({ required, value }) => required && isBlank(disclosed(value, '?')))
}
