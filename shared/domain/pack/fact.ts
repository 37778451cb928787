import type { PackFact, PackFactType } from './events/index.ts'

type DataOf<T extends PackFactType> = Extract<PackFact, { readonly type: T }>['data']

export function fact<T extends PackFactType>(type: T, data: DataOf<T>): PackFact {
  return { type, data } as PackFact
}
