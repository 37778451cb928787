/** Of files in memory: other packs that keep bytes which this one keeps, as the database is asked for them. */
export function packsSharing(
  files: Iterable<{ readonly pack: string; readonly bytes: Uint8Array | null }>,
  pack: string,
): readonly string[] {
  const kept = [...files].flatMap((file) => (file.bytes ? [{ pack: file.pack, content: Buffer.from(file.bytes).toString('latin1') }] : []))
  const own = new Set(kept.flatMap((file) => (file.pack === pack ? [file.content] : [])))
  return [...new Set(kept.flatMap((file) => (file.pack !== pack && own.has(file.content) ? [file.pack] : [])))]
}
