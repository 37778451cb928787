import type { PackState } from '../state.ts'
import { type AuditOf, quoted } from './words.ts'

export const auditAppendices: AuditOf<'appendices'> = {
  AppendixAdded: 'added a supporting document',
  AppendixFileAttached: (data, state) => `uploaded the file of ${appendix(state, data.appendix)}`,
  AppendixDescribed: (data, state) => `changed the description of ${appendix(state, data.appendix)}`,
  AppendixCustomIdChanged: (data, state) => `changed the custom id of ${appendix(state, data.appendix)}`,
  AppendixAudienceChanged: (data, state) => `changed who sees ${appendix(state, data.appendix)}`,
  AppendixRequirementChanged: (data, state) => `made ${appendix(state, data.appendix)} ${data.required ? 'required' : 'optional'}`,
  AppendixRemoved: (data, state) => `removed ${appendix(state, data.appendix)}`,
  AppendixRestored: (data, state) => `restored ${appendix(state, data.appendix)}`,
}

function appendix({ appendices }: PackState, key: string): string {
  const file = appendices.find((one) => one.key === key)?.file
  return file ? `the supporting document ${quoted(file.filename)}` : 'a supporting document'
}
