import type { PackFact, PackFactType } from './events/index.ts'
import { type FieldProperty, propertyArgument } from './field-properties.ts'

type DataOf<T extends PackFactType> = Extract<PackFact, { readonly type: T }>['data']

export function fact<T extends PackFactType>(type: T, data: DataOf<T>): PackFact {
  return { type, data } as PackFact
}

/** The field has this value of the property from now on. */
export function propertySet(property: FieldProperty, field: string, value: unknown): PackFact {
  return { type: property.event, data: { field, ...propertyArgument(property, value) } } as PackFact
}
