import type { ListRow } from '#contract/document-list'

/** The file waits for its password. */
export const isLocked = ({ conversion: { reason } }: ListRow): boolean => reason === 'password-required' || reason === 'password-wrong'
export const isConverting = ({ conversion: { state } }: ListRow): boolean => state === 'converting'
