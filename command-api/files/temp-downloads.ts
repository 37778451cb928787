import { buffer } from 'node:stream/consumers'
import { disclosed, isWithheld } from '#domain/kernel'
import { can, documentIn, type Field, fieldTypeOf, isInFinal, isPicture, type PackState, type Who } from '#domain/pack'
import { looksOf } from '#pdf/appearance'
import { fromMilli } from '#pdf/geometry'
import type { FormField, FormKind, TempFileRequest, TempFiles } from '#pdf/temp-file'
import { Later } from '#pdf/worker-pool'
import type { Files } from '#platform/files'
import type { World } from '#platform/ports'
import type { AskedFor, TempDownloadStore } from '#platform/temp-downloads'

export const TEMP_DOWNLOAD_TYPES = ['form_with_meta_data', 'form_with_custom_id', 'preview'] as const
export type TempDownloadType = (typeof TEMP_DOWNLOAD_TYPES)[number]

const PERMISSIONS: Readonly<Record<TempDownloadType, string>> = {
  form_with_meta_data: 'can_download_fillable_form_with_metadata',
  form_with_custom_id: 'can_download_fillable_form_with_field_ids',
  preview: 'can_download_document_preview',
}
export const ENDINGS: Readonly<Record<TempDownloadType, string>> = {
  form_with_meta_data: '.form-with-metadata',
  form_with_custom_id: '.form-with-ids',
  preview: '.preview',
}

/** Each of them by a permission of its own; a signer none. */
export function mayAskFor(who: Who, type: TempDownloadType): boolean {
  return can(who, PERMISSIONS[type])
}

export interface Wanted {
  readonly pack: string
  readonly user: string
  readonly type: TempDownloadType
  readonly document: string
  /** As the caller may see it: values withheld from them are not in the file either. */
  readonly view: PackState
}
export interface TempDownloads {
  /** Begins to make one; null where the document has no pages. */
  begin(wanted: Wanted): Promise<AskedFor | null>
}

/** What makes temporary downloads, and keeps them. */
export interface TempDownloadParts {
  readonly tempFiles: TempFiles
  readonly tempDownloads: TempDownloadStore
}
interface Parts extends TempDownloadParts {
  readonly files: Files
  readonly world: Pick<World, 'ids' | 'log'>
}

export function makeTempDownloads({ tempFiles, tempDownloads, files, world }: Parts): TempDownloads {
  async function make(asked: AskedFor, source: string, { document, type, view }: Wanted): Promise<void> {
    const fields = view.fieldOrder.flatMap((key) => {
      const field = view.fields[key]
      return field && !field.removed && field.document === document ? [field] : []
    })
    const size = (await files.find(source))?.size ?? 0
    const made = await tempFiles.make(new Later(size, async () => requestOf(type, await read(source), fields)))
    if (!made.ok) throw new Error(made.words)
    await tempDownloads.keep(asked, made.bytes)
  }
  async function read(file: string): Promise<Uint8Array> {
    const content = await files.open(file)
    if (!content) throw new Error('a file that is needed is not there')
    return buffer(content.stream)
  }
  async function requestOf(type: TempDownloadType, pdf: Uint8Array, fields: readonly Field[]): Promise<TempFileRequest> {
    if (type !== 'preview') return { make: 'form', pdf, fields: fields.map(type === 'form_with_custom_id' ? withCustomId : withMetaData) }
    const images: Record<string, Uint8Array> = {}
    for (const { value } of fields) {
      if (value !== null && !isWithheld(value) && isPicture(value)) images[value.digest] = await read(value.file)
    }
    // As it will be sealed.
    const looks = fields.filter(isInFinal).map((field) => {
      const place = placeOf(field)
      return { ...place, ...looksOf(field, place) }
    })
    return { make: 'preview', pdf, fields: looks, images }
  }

  return {
    async begin(wanted) {
      const { pack, user, type, document, view } = wanted
      const conversion = documentIn(view, document)?.conversion
      if (conversion?.state !== 'converted') return null
      const asked = { key: world.ids.next(), pack, user, type }
      await tempDownloads.announce(asked)
      // The client asks again until it is there, or until it is not found any more.
      make(asked, conversion.file, wanted).catch(async (error: unknown) => {
        world.log.warn({ error, type }, 'a temporary download could not be made')
        await tempDownloads.drop(asked.key).catch(() => undefined)
      })
      return asked
    },
  }
}

function placeOf({ page, x, y, width, height }: Field) {
  return { page, x: fromMilli(x), y: fromMilli(y), width: fromMilli(width), height: fromMilli(height) }
}

function formOf(field: Field): Omit<FormField, 'name' | 'meta'> {
  const type = fieldTypeOf(field)
  const kind: FormKind = type.isSignature ? 'signature' : type.hasGroup ? 'check' : type.hasOptions ? 'choice' : 'text'
  return {
    ...placeOf(field),
    kind,
    help: disclosed(field.description, ''),
    options: disclosed(field.options, []),
    required: field.required,
    layout: field.layout ?? null,
    textSize: field.textSize,
    align: field.align,
    maxLength: field.maxLength ?? null,
  }
}

/** Named as people and programs name the fields: what is filled in elsewhere can be read by these names. */
const withCustomId = (field: Field): FormField => ({ ...formOf(field), name: disclosed(field.customId, '') || field.key, meta: {} })

/** Named by their keys, each with what is known of it: a copy of the document that loses nothing of its set-up. */
const withMetaData = (field: Field): FormField => ({
  ...formOf(field),
  name: field.key,
  meta: {
    Type: field.type,
    CustomId: disclosed(field.customId, ''),
    Assignee: field.assignee ?? '',
    Group: field.group ?? '',
    AutoDate: String(field.autoDate),
    ...(field.layout && { Layout: field.layout.as }),
  },
})
