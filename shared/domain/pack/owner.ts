import type { PackState } from './state.ts'

/** Whose it is: who made it, or who took it over from them. They have a sender's rights and get a sender's notices. */
export const ownerOf = ({ creator, takenOverBy }: Pick<PackState, 'creator' | 'takenOverBy'>): string => takenOverBy ?? creator
