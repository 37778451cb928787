import { type PDFContext, PDFDict, PDFName, type PDFRef } from 'pdf-lib'
import type { Page } from '#pdf/pages'

/** Adds forms and images to what a page may draw, under names of their own. Pages may share their resources: this page gets its own. */
export function addXObjects(context: PDFContext, { dict }: Page, prefix: string, forms: readonly PDFRef[]): string[] {
  const copied = (value: unknown) => (value instanceof PDFDict ? value.clone(context) : context.obj({}))
  const resources = copied(dict.lookup(PDFName.of('Resources')))
  const objects = copied(resources.lookup(PDFName.of('XObject')))
  let count = 0
  const names = forms.map((form) => {
    let name = `${prefix}${count++}`
    while (objects.has(PDFName.of(name))) name = `${prefix}${count++}`
    objects.set(PDFName.of(name), form)
    return name
  })
  resources.set(PDFName.of('XObject'), objects)
  dict.set(PDFName.of('Resources'), resources)
  return names
}
