import type { VerifyOptions } from './options.ts'
import type { Report } from './report.ts'

/**
 * Says whether a file is the sealed one, and if not, what changed. Needs nothing but the bytes: no network, no
 * clock, no installation. Never throws on any bytes; only what `between` throws comes through.
 */
export async function verifyFile(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Report> {
  // What reads PDF is loaded with the first file: the server needs the rest of this folder, and checks files in processes.
  const { verify } = await import('./verify.ts')
  return verify(bytes, options)
}
