import type { TopicFact } from '../events/index.ts'
import type { Appendix, PackState } from '../state.ts'
import { laterThan, type When } from './change.ts'

export function evolveAppendices(state: PackState, { type, data }: TopicFact<'appendices'>, when: When): PackState {
  const change = (change: Partial<Appendix>): PackState => ({
    ...state,
    appendices: state.appendices.map((one) =>
      one.key === data.appendix ? { ...one, ...change, updated: laterThan(one.updated, when.time) } : one,
    ),
  })
  switch (type) {
    case 'AppendixAdded': {
      const { appendix: key, ...rest } = data
      const added: Appendix = { key, ...rest, file: null, removed: false, created: when.time, updated: when.time }
      return { ...state, appendices: [...state.appendices, added] }
    }
    case 'AppendixFileAttached':
      return change({ file: { key: data.file, filename: data.filename, content: data.content } })
    case 'AppendixDescribed':
      return change({ description: data.description })
    case 'AppendixCustomIdChanged':
      return change({ customId: data.customId })
    case 'AppendixAudienceChanged':
      return change({ audience: data.audience })
    case 'AppendixRequirementChanged':
      return change({ required: data.required })
    case 'AppendixRemoved':
      return change({ removed: true })
    case 'AppendixRestored':
      return change({ removed: false })
    default:
      return type satisfies never
  }
}
