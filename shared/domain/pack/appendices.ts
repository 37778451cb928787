import type { Appendix, AppendixAudience, PackState } from './state.ts'

/** What somebody is to a document, as far as its supporting documents go. */
export type Reader = Exclude<AppendixAudience, 'all'>

export const DEFAULT_APPENDIX = {
  description: 'Supporting document',
  required: true,
  audience: ['all'],
} as const satisfies Partial<Appendix>

/** The preparing team always sees every supporting document; everybody else only what is for them. */
export function isFor({ audience }: Pick<Appendix, 'audience'>, reader: Reader): boolean {
  return reader === 'team' || audience.includes('all') || audience.includes(reader)
}

/** Supporting documents that are there. */
export function liveAppendices({ appendices }: Pick<PackState, 'appendices'>): readonly Appendix[] {
  return appendices.filter(({ removed }) => !removed)
}

/** Those that this reader may list and fetch. */
export function appendicesFor(state: Pick<PackState, 'appendices'>, reader: Reader): readonly Appendix[] {
  return liveAppendices(state).filter((appendix) => isFor(appendix, reader))
}

/** For everybody who may ever hold the sealed file. */
export function isForEverybody(appendix: Pick<Appendix, 'audience'>): boolean {
  return isFor(appendix, 'signatories') && isFor(appendix, 'cc_recipients')
}
