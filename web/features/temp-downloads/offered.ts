import type { TempDownloadType } from '#contract/temp-downloads'

/** In the order of the panel, each with the permission that it takes. */
const PERMISSIONS: readonly (readonly [TempDownloadType, string])[] = [
  ['preview', 'can_download_document_preview'],
  ['form_with_custom_id', 'can_download_fillable_form_with_field_ids'],
  ['form_with_meta_data', 'can_download_fillable_form_with_metadata'],
]

/** What somebody may have made of a document. */
export function tempDownloadsFor(may: (permission: string) => boolean): readonly TempDownloadType[] {
  return PERMISSIONS.filter(([, permission]) => may(permission)).map(([type]) => type)
}
