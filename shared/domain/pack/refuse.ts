import type { Refused as KernelRefused } from '#domain/kernel'
import type { PackRefusalCode } from './refusals.ts'

export type Refused = KernelRefused<PackRefusalCode>

export function refuse(refused: PackRefusalCode, why: Omit<Refused, 'refused'> = {}): Refused {
  return { refused, ...why }
}
