import { buffer } from 'node:stream/consumers'
import { type ChildDocument, type CommandOf, liveFields, overlaps } from '#domain/pack'
import type { FormField, PrintedLook, PrintedValues } from '#pdf/intake'
import type { Files } from '#platform/files'
import type { World } from '#platform/ports'
import type { PackAccess } from '../pack/packs.ts'

interface Parts {
  readonly files: Files
  readonly printedValues: PrintedValues
  readonly world: Pick<World, 'ids'>
}

/** The form fields that were found in the upload behind a document's pages. */
export async function formFieldsIn({ files }: Pick<Parts, 'files'>, document: ChildDocument | undefined): Promise<readonly FormField[]> {
  const list = document?.found.formFields?.file
  const content = list === undefined ? null : await files.open(list)
  if (!content) return []
  const found = JSON.parse((await buffer(content.stream)).toString()) as FormField[]
  return found.map((field, at) => (field.formField === undefined ? asFoundBefore(field, at, found) : field))
}

/** Lists from before forms were offered by their fields know nothing but fields that stand empty. */
function asFoundBefore(field: FormField, at: number, all: readonly FormField[]): FormField {
  const formField = field.group === null ? at : all.findIndex(({ group }) => group === field.group)
  return { ...field, formField, longest: field.comb, filled: false, value: null, lost: [], look: null }
}

type Cleared = NonNullable<CommandOf<'AnswerFormFields'>['cleared']>

/**
 * The document's pages without what they show in the fields that are taken over, as a file of its pack; null where they
 * show nothing there, or the fields were answered for before. `taken`: by their numbers; left out: all that stand empty, and
 * those on which a field lies already.
 *
 * @throws where the file cannot be made
 */
export async function clearedPages(
  { files, printedValues, world }: Parts,
  { pack, state }: Pick<PackAccess, 'pack' | 'state'>,
  document: ChildDocument,
  taken: readonly number[] | undefined,
): Promise<Cleared | null> {
  const { conversion, found } = document
  if (conversion.state !== 'converted' || found.answered !== null) return null
  const fields = await formFieldsIn({ files }, document)
  const placed = liveFields(state).filter((field) => field.document === document.key)
  const lies = (field: FormField) => placed.some((one) => one.page === field.page && overlaps(one, field))
  const numbers = new Set(taken ?? fields.flatMap((field) => (!field.filled || lies(field) ? [field.formField] : [])))
  const looks = fields.filter(({ formField }) => numbers.has(formField)).flatMap(({ look }): PrintedLook[] => (look ? [look] : []))
  if (looks.length === 0) return null
  const load = async () => {
    const content = await files.open(conversion.file)
    if (!content) throw new Error('the pages are not there')
    return buffer(content.stream)
  }
  const made = await printedValues.remove({ size: conversion.size, load }, looks)
  if (!made.ok) throw new Error(made.words)
  const file = world.ids.next()
  await files.reserve({ key: file, pack, mediaType: 'application/pdf' })
  const { digest, size } = await files.store(
    file,
    (async function* () {
      yield made.bytes
    })(),
  )
  return { from: conversion.file, file, digest, size }
}
