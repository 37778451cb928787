import { createRequire } from 'node:module'

type Driver = typeof import('mongodb')

const require = createRequire(import.meta.url)
let loaded: Driver | null = null

/** MongoDB's package, loaded with its first use: it takes tens of megabytes, and most installations have no MongoDB. */
export function driver(): Driver {
  loaded ??= require('mongodb') as Driver
  return loaded
}

/** Null where it was not needed yet: then no error is one of its own. */
export const driverIfUsed = (): Driver | null => loaded
