import { uuidv7 } from '#domain/kernel'

/** A new UUID. Not crypto.randomUUID: browsers offer that only over TLS or on localhost. */
export const newKey = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
