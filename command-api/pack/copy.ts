import { disclosed } from '#domain/kernel'
import type { ChildDocument, Field, PackCommand, PackState } from '#domain/pack'
import { signatoriesInOrder } from '#domain/pack'

export interface CopyOf {
  readonly source: PackState
  readonly from: string
  readonly kind: PackState['kind']
  readonly creator: string
  readonly name: string
  newId(): string
}
/** A file of the copy, with the bytes of one of the source. */
export interface SharedFile {
  readonly key: string
  readonly from: string
}
export interface Copy {
  readonly documents: readonly string[]
  readonly files: readonly SharedFile[]
  /** The pack with all but its fields, then its fields. */
  readonly made: readonly PackCommand[]
  readonly fields: readonly PackCommand[]
}

/** What makes a fresh pack like another one: pages, people, settings, fields and the sender's own values; nobody's signature. */
export function copyOf({ source, from, kind, creator, name, newId }: CopyOf): Copy {
  const files: SharedFile[] = []
  const shared = (file: string) => {
    const key = newId()
    files.push({ key, from: file })
    return key
  }
  const documents = new Map(source.documents.map(({ key }) => [key, newId()]))
  const people = signatoriesInOrder(source)
  const signatories = new Map(people.map(({ uuid }) => [uuid, newId()]))
  const live = source.fieldOrder.map((key) => source.fields[key]).filter((field): field is Field => field !== undefined && !field.removed)
  return {
    documents: [...documents.values()],
    files,
    made: [
      { do: 'CreatePack', workspace: source.workspace, creator, kind, name, from },
      ...source.documents.flatMap((document) => pagesOf(document, documents.get(document.key)!, shared)),
      ...people.flatMap((person) => {
        const signatory = signatories.get(person.uuid)!
        return withTexts([
          { do: 'AddSignatory', signatory, role: disclosed(person.role, '') },
          { do: 'NameSignatory', signatory, name: disclosed(person.name, '') },
          { do: 'SetSignatoryEmail', signatory, email: disclosed(person.email, '') },
          { do: 'SetSignatoryMobile', signatory, mobile: disclosed(person.mobile, '') },
          { do: 'SetSignatoryChannel', signatory, channel: person.channel },
          { do: 'SetSignatoryOptional', signatory, optional: person.optional },
        ])
      }),
      ...(people.length > 0 ? [orderOf(source, signatories)] : []),
      ...source.copyRecipients
        .filter(({ removed }) => !removed)
        .flatMap((one) => {
          const recipient = newId()
          return withTexts([
            { do: 'AddCopyRecipient', recipient },
            { do: 'NameCopyRecipient', recipient, name: disclosed(one.name, '') },
            { do: 'SetCopyRecipientEmail', recipient, email: disclosed(one.email, '') },
            { do: 'SetCopyRecipientMobile', recipient, mobile: disclosed(one.mobile, '') },
          ])
        }),
      ...settingsOf(source),
    ],
    fields: live.flatMap((field) => fieldOf(field, newId(), documents, signatories)),
  }
}

function pagesOf(document: ChildDocument, key: string, shared: (file: string) => string): PackCommand[] {
  const { conversion } = document
  const added: PackCommand = { do: 'AddDocument', document: key, name: disclosed(document.name, '') }
  if (conversion.state !== 'converted') return [added]
  const { digest, size, repaired } = conversion
  const file = shared(conversion.file)
  return [
    added,
    // The pages as they were made are the copy's upload: what came before them was for the original to keep.
    { do: 'ReceiveFile', document: key, file, digest, size, filename: disclosed(document.filename, '') || 'document.pdf' },
    { do: 'RecordConversion', document: key, source: file, file, digest, size, pages: document.pages, repaired },
  ]
}

function orderOf(source: PackState, signatories: ReadonlyMap<string, string>): PackCommand {
  const live = new Set(signatories.keys())
  const named = source.steps.map((step) => step.filter((uuid) => live.has(uuid))).filter((step) => step.length > 0)
  const unnamed = [...live].filter((uuid) => !named.some((step) => step.includes(uuid))).map((uuid) => [uuid])
  return { do: 'SetSigningOrder', steps: [...named, ...unnamed].map((step) => step.map((uuid) => signatories.get(uuid)!)) }
}

function settingsOf({ settings }: PackState): PackCommand[] {
  return [
    { do: 'SetSequentialSigning', on: settings.sequential },
    { do: 'SetSubject', subject: disclosed(settings.subject, '') },
    { do: 'SetMessage', message: disclosed(settings.message, '') },
    { do: 'SetPostSigningUrl', url: disclosed(settings.postSigningUrl, '') },
    { do: 'SetSigningMethods', ...settings.methods },
    { do: 'SetOneClickSigning', on: settings.oneClickSigning },
    { do: 'SetOneClickInitial', on: settings.oneClickInitial },
    { do: 'SetSigningWizard', on: settings.wizard },
    { do: 'SetFirstSignerMultiEdit', on: settings.firstSignerMultiEdit },
    { do: 'SetContactInfoObfuscation', on: settings.obfuscateContactInfo },
    { do: 'SetEmailOptional', on: settings.emailOptional },
    { do: 'SetTwoFactor', on: settings.twoFactor },
    { do: 'SetCreatorFinalMail', excluded: settings.creatorExcludedFromFinalMail },
  ]
}

function fieldOf(
  field: Field,
  key: string,
  documents: ReadonlyMap<string, string>,
  signatories: ReadonlyMap<string, string>,
): PackCommand[] {
  const { page, type, x, y, width, height, required, group, exclusive, autoDate, value } = field
  const assignee = field.assignee === null || field.assignee === 'self' ? field.assignee : (signatories.get(field.assignee) ?? null)
  const placed: PackCommand = {
    do: 'PlaceField',
    field: key,
    document: documents.get(field.document)!,
    page,
    type,
    x,
    y,
    width,
    height,
    assignee,
    required,
    customId: disclosed(field.customId, ''),
    description: disclosed(field.description, ''),
    options: disclosed(field.options, []),
    group,
    exclusive,
    autoDate,
  }
  return field.filledBy === 'self' && typeof value === 'string' ? [placed, { do: 'FillField', field: key, by: 'self', value }] : [placed]
}

/** Without those that would set what is empty to nothing. */
function withTexts(commands: readonly PackCommand[]): PackCommand[] {
  return commands.filter((command) => !Object.values(command).includes(''))
}
