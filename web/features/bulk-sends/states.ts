import type { BulkSendRecord } from './calls.ts'

type Counted = Pick<BulkSendRecord, 'status' | 'number_of_documents' | 'number_of_documents_created' | 'number_of_documents_failed'>

/** Rows without an outcome. */
export const toGo = ({ number_of_documents: all, number_of_documents_created: created, number_of_documents_failed: failed }: Counted) =>
  Math.max(0, all - created - failed)
export const isRunning = (of: Counted): boolean => of.status === 'active' && toGo(of) > 0
/** Pausing is possible while fewer documents are created than there are rows. */
export const mayPause = ({ status, number_of_documents: all, number_of_documents_created: created }: Counted): boolean =>
  status === 'active' && created < all

export const SECTIONS = ['choose_clients', 'setup_template', 'status'] as const
export type Section = (typeof SECTIONS)[number]
export const sectionFor = (status: BulkSendRecord['status']): Section => (status === 'setup' ? 'choose_clients' : 'status')
export const nextOf = (section: Section): Section => SECTIONS[Math.min(SECTIONS.indexOf(section) + 1, SECTIONS.length - 1)]!
