import type { FieldType } from './field-type.ts'

/** A field that a signer fills in, and nothing else: a type says only in what it is different. */
export const plain = {
  recordedAs: null,
  placedIn: null,
  assignable: true,
  belongsTo: null,
  hasOptions: false,
  hasGroup: false,
  hasAutoDate: false,
  hasAutoFill: false,
  hasButton: false,
  hasLayout: false,
  isPrinted: false,
  isSignature: false,
  takesFile: false,
  clearedOnRevert: false,
  isExcludedFromSigning: false,
  setsUpSigner: false,
  replicable: false,
  covers: false,
  conditions: null,
  oneClick: null,
  standing: null,
  misfit: 'value-invalid',
  fromText: null,
} satisfies Partial<FieldType>

/** What no signer fills in. */
export const nobodys = {
  ...plain,
  assignable: false,
  canBeRequired: false,
  requiredByDefault: false,
  accepts: () => false,
  completes: () => false,
} satisfies Partial<FieldType>

/** Keeps its place on the page free, for a stamp or for ink on paper: no other field is laid over it, and nothing stands in it. */
export const blank: FieldType = {
  ...nobodys,
  called: 'reserved area',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'This space stays free.',
  customIdPrefix: 'blank',
}

/** Covers what lies below it, for everybody and in the final file. */
export const block: FieldType = {
  ...nobodys,
  called: 'cover-up block',
  placedIn: '#000000',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'Covers what lies below it on the page.',
  customIdPrefix: 'block',
  standing: 'covered',
  covers: true,
}

/** A transparent colour over what nobody should miss. It stays in the final file. */
export const highlight: FieldType = {
  ...nobodys,
  called: 'highlight',
  defaultSize: { width: 160_000, height: 24_000 },
  helpText: 'Please make sure you understand this highlighted section.',
  customIdPrefix: 'highlight',
  standing: 'highlighted',
}
