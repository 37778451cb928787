import { safeFileName } from '#domain/file-name'
import { isStorable } from '#domain/kernel'
import { DEFAULT_APPENDIX, isSameAudience } from '../appendices.ts'
import { MOST, textRefusal } from '../bounds.ts'
import { fact } from '../fact.ts'
import { type Refused, refuse } from '../refuse.ts'
import type { Appendix, PackState } from '../state.ts'
import type { Deciders } from './context.ts'

export const decideAppendices: Deciders<
  | 'AddAppendix'
  | 'AttachAppendixFile'
  | 'DescribeAppendix'
  | 'SetAppendixCustomId'
  | 'SetAppendixAudience'
  | 'SetAppendixRequired'
  | 'RemoveAppendix'
  | 'RestoreAppendix'
> = {
  AddAppendix({ appendix, required, customId = '', ...given }, { appendices }) {
    if (appendices.some(({ key }) => key === appendix)) return []
    // Removed ones count: they can come back.
    if (appendices.length >= MOST.appendices) return refuse('too-many', { slots: { most: MOST.appendices } })
    const description = given.description ?? DEFAULT_APPENDIX.description
    const audience = [...(given.audience ?? DEFAULT_APPENDIX.audience)]
    return (
      textRefusal(description, MOST.description) ??
      textRefusal(customId, MOST.customId) ??
      audienceRefusal(appendix, audience) ?? [
        fact('AppendixAdded', { appendix, audience, required: required ?? DEFAULT_APPENDIX.required, customId, description }),
      ]
    )
  },

  AttachAppendixFile({ appendix: key, file, digest, size, filename: given }, state) {
    const appendix = liveAppendixOf(state, key)
    if ('refused' in appendix) return appendix
    if (appendix.file?.key === file) return []
    if (!isStorable(given)) return refuse('not-text')
    return [fact('AppendixFileAttached', { appendix: key, file, filename: safeFileName(given), content: { digest, size } })]
  },

  DescribeAppendix({ appendix: key, description }, state) {
    const appendix = liveAppendixOf(state, key)
    if ('refused' in appendix) return appendix
    if (appendix.description === description) return []
    return textRefusal(description, MOST.description) ?? [fact('AppendixDescribed', { appendix: key, description })]
  },

  SetAppendixCustomId({ appendix: key, customId }, state) {
    const appendix = liveAppendixOf(state, key)
    if ('refused' in appendix) return appendix
    if (appendix.customId === customId) return []
    return textRefusal(customId, MOST.customId) ?? [fact('AppendixCustomIdChanged', { appendix: key, customId })]
  },

  SetAppendixAudience({ appendix: key, audience }, state) {
    const appendix = liveAppendixOf(state, key)
    if ('refused' in appendix) return appendix
    const unfit = audienceRefusal(key, audience)
    if (unfit) return unfit
    return isSameAudience(audience, appendix.audience) ? [] : [fact('AppendixAudienceChanged', { appendix: key, audience: [...audience] })]
  },

  SetAppendixRequired({ appendix: key, required }, state) {
    const appendix = liveAppendixOf(state, key)
    if ('refused' in appendix) return appendix
    return appendix.required === required ? [] : [fact('AppendixRequirementChanged', { appendix: key, required })]
  },

  RemoveAppendix({ appendix: key }, { appendices }) {
    const appendix = appendices.find((one) => one.key === key)
    return appendix?.removed === false ? [fact('AppendixRemoved', { appendix: key })] : []
  },

  RestoreAppendix({ appendix: key }, { appendices }) {
    const appendix = appendices.find((one) => one.key === key)
    if (!appendix) return refuse('appendix-missing', { at: [key] })
    return appendix.removed ? [fact('AppendixRestored', { appendix: key })] : []
  },
}

function liveAppendixOf({ appendices }: PackState, key: string): Appendix | Refused {
  const appendix = appendices.find((one) => one.key === key)
  return appendix && !appendix.removed ? appendix : refuse('appendix-missing', { at: [key] })
}

function audienceRefusal(key: string, audience: readonly string[]): Refused | null {
  const fits = audience.length > 0 && new Set(audience).size === audience.length
  return fits ? null : refuse('audience-invalid', { at: [key] })
}
