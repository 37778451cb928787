import type { FactCodec } from '#domain/kernel'
import { EVENTS, type PackFact, type PackFactType } from './events/index.ts'

/** The subject whose key seals what belongs to nobody in particular. */
export const PACK_SUBJECT = 'pack'

export const codec: FactCodec<PackFact> = {
  version: (type) => EVENTS[type].version,

  confidential(fact) {
    const { confidential, subject } = EVENTS[fact.type]
    const data = fact.data as Readonly<Record<string, unknown>>
    const whose = subject === null ? PACK_SUBJECT : String(data[subject])
    return confidential.filter((key) => key in data).map((key) => ({ path: ['data', key], subject: whose }))
  },

  upcast(type, version, data) {
    if (!isType(type)) throw new Error(`no event of a pack is called ${type}`)
    if (version !== EVENTS[type].version) throw new Error(`${type} was never written in version ${version}`)
    return { type, data: EVENTS[type].schema.parse(data) } as PackFact
  },
}

function isType(type: string): type is PackFactType {
  return Object.hasOwn(EVENTS, type)
}
