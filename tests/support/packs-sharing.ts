import type { Sharer } from '#processes/deletion'

/** Of files in memory: other packs that keep bytes which this one keeps, as the database is asked for them. No list says which were made. */
export function packsSharing(
  files: Iterable<{ readonly pack: string; readonly bytes: Uint8Array | null }>,
  pack: string,
): readonly Sharer[] {
  const kept = [...files].flatMap((file) =>
    file.bytes ? [{ pack: file.pack, digest: Buffer.from(file.bytes).toString('latin1'), listed: false }] : [],
  )
  const own = new Set(kept.flatMap((file) => (file.pack === pack ? [file.digest] : [])))
  return kept.filter((file) => file.pack !== pack && own.has(file.digest))
}
