import { imageUrl } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import { type Field, isPicture } from '#domain/pack'
import { useFileUrl } from '../pages/index.ts'

/** The picture that stands in a field, to be shown; null where there is none, or while it is on its way. */
export function usePicture(field: Pick<Field, 'value'>): string | null {
  const value = disclosed(field.value, null)
  return useFileUrl(value !== null && isPicture(value) ? imageUrl(value.file) : null)
}
