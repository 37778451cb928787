import type { ListRow } from '#contract/document-list'

/** The file waits for its password. */
export const isLocked = ({ conversion: { reason } }: ListRow): boolean => reason === 'password-required' || reason === 'password-wrong'
/** It was made for a file that did not come: its upload is on its way, or failed. */
export const isWithoutFile = ({ conversion: { state } }: ListRow): boolean => state === 'waiting'
export const isConverting = ({ conversion: { state } }: ListRow): boolean => state === 'converting'
