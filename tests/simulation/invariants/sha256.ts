import { createHash } from 'node:crypto'

/** As the log writes digests, and by Node alone: the product's own are what is judged. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64url')
