import { digestOfJson, type Json } from '#domain/kernel'
import { isProblem } from '../edge/problem.ts'
import { attachable } from '../pack/attachable.ts'
import type { FieldRecord } from '../pack/diff-fields.ts'
import type { PackAccess } from '../pack/packs.ts'
import type { Services } from '../services.ts'

/** Records whose value names a file that was not uploaded to this pack, is another one than it says, or stands elsewhere there. */
export async function foreignFiles(
  services: Pick<Services, 'files'>,
  place: PackAccess,
  records: readonly FieldRecord[],
): Promise<ReadonlySet<string>> {
  const { files } = services
  const { pack, state } = place
  const foreign = new Set<string>()
  for (const { uuid, data } of records) {
    if (typeof data !== 'object' || data === null || data.file === undefined) continue
    if (data.method === 'attached') {
      const held = state.fields[uuid]?.value
      const same = held !== null && held !== undefined && digestOfJson(held as Json) === digestOfJson(data as Json)
      const { file, filename } = data
      // Nobody comes to what is another's by putting it into a field of their own.
      const upload = same ? null : await attachable(services, place, String(file), String(filename))
      if (upload && (isProblem(upload) || upload.digest !== data.digest || upload.size !== data.size)) foreign.add(uuid)
      continue
    }
    const file = typeof data.file === 'string' ? await files.find(data.file) : null
    if (file?.pack !== pack || file.refused !== null || file.digest !== data.digest || file.mediaType !== 'image/png') foreign.add(uuid)
  }
  return foreign
}
