import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Converted, Upload } from '#pdf/intake'
import type { Spool } from '#platform/spool'
import { bytesOf, readableFrom } from '#processes/engine'

/** An upload where the intake reads it, and where its results are found. */
export interface HeldUpload {
  readonly upload: Upload
  contentOf(converted: Converted): AsyncIterable<Uint8Array>
}
export type HoldUpload = <T>(content: Readable, use: (held: HeldUpload) => Promise<T>) => Promise<T>

/** Files go from disk to disk: a hundred MB that are converted never stand in this process's memory. */
export const holdOnDisk =
  (spool: Spool): HoldUpload =>
  (content, use) =>
    spool.hold(content, Number.MAX_SAFE_INTEGER, ({ path, size }) =>
      spool.place((to) => use({ upload: { path, size, to }, contentOf: () => createReadStream(to) })),
    )

/** Where there is no disk. */
export const holdInMemory: HoldUpload = async (content, use) =>
  use({ upload: { bytes: await bytesOf(content) }, contentOf: ({ bytes }) => readableFrom(bytes) })
