import { EXAMPLE_TEMPLATE } from '#contract/document-list'
import { fieldsOfSample } from '#contract/sample'
import type { PackCommand } from '#domain/pack'

export interface ExampleFile {
  readonly workspace: string
  readonly creator: string
  readonly document: string
  readonly file: string
  readonly digest: string
  readonly size: number
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly repaired: boolean
}

/** The sample agreement as a template: two roles, and what each of them fills in. */
export function commandsOfExample(sample: ExampleFile, newId: () => string): PackCommand[] {
  const { workspace, creator, document, file, digest, size, pages, repaired } = sample
  return [
    { do: 'CreatePack', workspace, creator, kind: 'template', name: EXAMPLE_TEMPLATE, from: null },
    { do: 'AddDocument', document, name: EXAMPLE_TEMPLATE },
    { do: 'ReceiveFile', document, file, digest, size, filename: 'sample.pdf' },
    { do: 'RecordConversion', document, source: file, file, digest, size, pages, repaired },
    ...fieldsOfSample(document, newId),
  ]
}
