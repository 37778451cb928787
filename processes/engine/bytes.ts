import type { Readable } from 'node:stream'

/** All of a stored file. Bounded by what an upload may be. */
export async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk as Uint8Array)
  return new Uint8Array(Buffer.concat(chunks))
}

export async function* readableFrom(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
