import { inWords } from '#domain/kernel'
import type { QuotaName, QuotaReached } from '#platform/files'
import { type Problem, problem } from './problem.ts'

const MB = 1_048_576

const WORDS: { readonly [quota in QuotaName]: readonly [code: string, says: string] } = {
  link: ['link-full', 'The files that were uploaded with this link have reached their limit of {most}. Ask the sender for a new link.'],
  own: [
    'own-pictures-full',
    'Your pictures have reached their limit of {most}. Remove signatures that you no longer use, or try again tomorrow.',
  ],
  document: [
    'document-full',
    'The files of this document have reached their limit of {most}. Upload smaller files, or ask your operator for a higher limit.',
  ],
  workspace: [
    'workspace-full',
    'The files of this workspace have reached their limit of {most}. Delete documents for good, or ask your operator for a higher limit.',
  ],
  unused: ['too-many-unused', '{most} uploads were begun and not used. Use them, or try again tomorrow.'],
}

/** No room is left for an upload: what is full, and what to do. */
export function quotaProblem({ quota, most }: Pick<QuotaReached, 'quota' | 'most'>): Problem {
  const [code, says] = WORDS[quota]
  const words = quota === 'unused' ? String(most) : most % (1024 * MB) === 0 ? `${most / 1024 / MB} GB` : `${Math.floor(most / MB)} MB`
  return { ...problem('too-large'), code, message: inWords(says, { most: words }) }
}

export function tooLarge(maxBytes: number): Problem {
  return problem('too-large', { message: `This file is too large. At most ${Math.floor(maxBytes / MB)} MB are accepted.` })
}
