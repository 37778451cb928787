import { createRequire } from 'node:module'
import type { ErrorType } from '@eventstore/db-client'

type Driver = typeof import('@eventstore/db-client')

const require = createRequire(import.meta.url)
let loaded: Driver | null = null

/** The client's package, loaded with its first use: it takes tens of megabytes, and most installations have no EventStoreDB. */
export function driver(): Driver {
  loaded ??= require('@eventstore/db-client') as Driver
  return loaded
}

/** Whether the client calls an error one of these. Asked of any error, without loading the client. */
export const isOfType = (error: unknown, ...types: readonly `${ErrorType}`[]): error is Error =>
  error instanceof Error && 'type' in error && types.some((type) => type === error.type)
