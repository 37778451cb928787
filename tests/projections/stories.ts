import type { FieldTypeName, PackFact } from '#domain/pack'

/** A UUID that says what it is for. */
export const uuid = (kind: 'pack' | 'workspace' | 'user' | 'signatory' | 'document' | 'file' | 'field' | 'other', n: number) => {
  const kinds = { pack: 'a0', workspace: 'b0', user: 'c0', signatory: 'd0', document: 'e0', file: 'f0', field: 'a1', other: 'a2' }
  return `00000000-0000-7000-80${kinds[kind]}-${n.toString(16).padStart(12, '0')}`
}
export const WORKSPACE = uuid('workspace', 1)
export const CREATOR = uuid('user', 1)
export const digest = 'x'.repeat(43)

const fact = (type: PackFact['type'], data: object) => ({ type, data }) as unknown as PackFact

export interface Person {
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly user?: string
}

/** A document with its file converted, in setup. */
export function prepared(n: number, name: string, options: { workspace?: string; kind?: 'document' | 'template' } = {}): PackFact[] {
  const document = uuid('document', n)
  const file = uuid('file', n)
  return [
    fact('PackCreated', {
      workspace: options.workspace ?? WORKSPACE,
      creator: CREATOR,
      kind: options.kind ?? 'document',
      name,
      from: null,
    }),
    fact('DocumentAdded', { document, name, position: 0 }),
    fact('FileReceived', { document, file, digest, size: 1000, filename: `${name}.pdf` }),
    fact('DocumentConverted', {
      document,
      source: file,
      file,
      digest,
      size: 1000,
      pages: [{ width: 595_000, height: 842_000 }],
      repaired: false,
    }),
  ]
}

export function withSigners(n: number, people: readonly Person[], type: FieldTypeName = 'signature'): PackFact[] {
  return people.flatMap((person, at) => [
    fact('SignatoryAdded', { signatory: person.uuid, role: `signer-${at + 1}` }),
    fact('SignatoryNamed', { signatory: person.uuid, name: person.name }),
    fact('SignatoryEmailChanged', { signatory: person.uuid, email: person.email }),
    ...(person.user ? [fact('SignatoryLinkedToUser', { signatory: person.uuid, user: person.user })] : []),
    fact('FieldPlaced', {
      field: uuid('field', n * 100 + at),
      document: uuid('document', n),
      page: 0,
      type,
      x: 10_000,
      y: 10_000 + at * 60_000,
      width: 160_000,
      height: 48_000,
      assignee: person.uuid,
      required: true,
      customId: `signature_${at}`,
      description: '',
      options: [],
      group: null,
      exclusive: false,
      autoDate: false,
    }),
  ])
}

export function requested(people: readonly Person[], firstRequest = 1): PackFact[] {
  return [
    fact('SignaturesRequested', { round: 1 }),
    ...people.map((person, at) =>
      fact('SignatureRequestQueued', {
        signatory: person.uuid,
        request: uuid('other', firstRequest + at),
        channel: 'email',
        because: 'requested',
      }),
    ),
  ]
}

export function signed(n: number, person: Person, at: number): PackFact[] {
  return [
    fact('FieldFilled', { field: uuid('field', n * 100 + at), by: person.uuid, value: { method: 'typed', text: person.name } }),
    fact('SignatoryCompleted', { signatory: person.uuid, consent: '2026-11', view: digest }),
  ]
}

export function completed(): PackFact[] {
  return [fact('PackCompleted', { because: 'last-signature' })]
}
export function sealed(n: number): PackFact[] {
  const document = uuid('document', n)
  return [
    fact('SealingStarted', { document, attempt: 1 }),
    fact('DocumentStamped', { document, attempt: 1, pages: [digest] }),
    fact('DocumentSealed', { document, attempt: 1, file: uuid('file', 1000 + n), digest, size: 2000 }),
  ]
}
export const trashed = (): PackFact[] => [fact('PackTrashed', {})]
export const restored = (): PackFact[] => [fact('PackRestored', {})]
export const renamed = (name: string): PackFact[] => [fact('PackRenamed', { name })]
export const rejected = (person: Person, reason: string): PackFact[] => [
  fact('SignatoryRejected', { signatory: person.uuid, reason }),
  fact('PackRejected', { signatory: person.uuid }),
]
export const conversionFailed = (n: number, reason: string): PackFact[] => [
  fact('ConversionFailed', { document: uuid('document', n), source: uuid('file', n), reason }),
]
