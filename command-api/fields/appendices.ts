import type { z } from 'zod'
import type { AppendixAnswer, appendixRecord } from '#contract/appendices'
import { fileUrl } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import { type Appendix, isSameAudience, liveAppendices, type PackCommand, type PackState } from '#domain/pack'
import type { Attachable } from '../pack/attachable.ts'

export type AppendixRecord = z.output<typeof appendixRecord>

/** What somebody who saves this record wants to happen. `upload`: the file it names, where it is another than the one it has. */
export function commandsOfAppendix(record: AppendixRecord, key: string, upload: Attachable | null, state: PackState): PackCommand[] {
  const held = state.appendices.find((one) => one.key === key)
  if (record.removed) return [{ do: 'RemoveAppendix', appendix: key }]
  const { description, custom_id: customId, required, audience } = record
  const commands: PackCommand[] = []
  if (!held) {
    commands.push({
      do: 'AddAppendix',
      appendix: key,
      ...(description === undefined ? {} : { description }),
      ...(customId === undefined ? {} : { customId }),
      ...(required === undefined ? {} : { required }),
      ...(audience === undefined ? {} : { audience }),
    })
  } else {
    if (held.removed && record.removed === false) commands.push({ do: 'RestoreAppendix', appendix: key })
    if (description !== undefined) commands.push({ do: 'DescribeAppendix', appendix: key, description })
    if (customId !== undefined) commands.push({ do: 'SetAppendixCustomId', appendix: key, customId })
    if (required !== undefined) commands.push({ do: 'SetAppendixRequired', appendix: key, required })
    // Who may not name the team keeps what others said.
    if (audience !== undefined && !isSameAudience(audience, held.audience))
      commands.push({ do: 'SetAppendixAudience', appendix: key, audience })
  }
  if (upload) {
    const { key: file, digest, size } = upload
    commands.push({ do: 'AttachAppendixFile', appendix: key, file, digest, size, filename: record.filename ?? '' })
  }
  return commands
}

/** The supporting documents of a view: its viewer may know all of them. */
export function appendixRecordsOf(pack: string, view: Pick<PackState, 'appendices'>): AppendixAnswer[] {
  return liveAppendices(view).map((appendix) => appendixRecordOf(pack, appendix))
}

export function appendixRecordOf(pack: string, { key, file, description, customId, ...appendix }: Appendix): AppendixAnswer {
  return {
    key,
    _id: key,
    document_key: pack,
    file_key: file?.key ?? null,
    filename: file && disclosed(file.filename, null),
    blob_serving_url: file && fileUrl(file.key),
    size: file && (disclosed(file.content, null)?.size ?? null),
    date_created: appendix.created,
    date_updated: appendix.updated,
    custom_id: disclosed(customId, null),
    description: disclosed(description, null),
    required: appendix.required,
    audience: [...appendix.audience],
  }
}
