/** What can be said of a type of field without its values. */
export interface FieldTraits {
  /** The type that records call it by, as a question of that type; null: its own name. */
  readonly recordedAs: 'text' | null
  /** What the audit trail calls a field of it. */
  readonly called: string
  /** Thousandths of a point. */
  readonly defaultSize: { readonly width: number; readonly height: number }
  /** The colour it has where it was just placed by hand, as #rrggbb; null: what its type looks like without one. */
  readonly placedIn: string | null
  /** What the signer reads under the field where the sender wrote nothing. */
  readonly helpText: string
  /** What generated custom ids begin with. */
  readonly customIdPrefix: string
  /** Anybody may be chosen to fill it in. */
  readonly assignable: boolean
  /** Whose it is where nobody can be chosen. */
  readonly belongsTo: 'self' | null
  readonly canBeRequired: boolean
  readonly requiredByDefault: boolean
  readonly hasOptions: boolean
  /** Fields of this type form groups where one must be ticked. */
  readonly hasGroup: boolean
  /** May be set to the day of signing by itself. */
  readonly hasAutoDate: boolean
  /** May be filled in with what is known of its signatory. */
  readonly hasAutoFill: boolean
  /** It is pressed, and what stands on it can be worded. */
  readonly hasButton: boolean
  /** Text of any kind, which can be laid out on one line, on several or in a comb. */
  readonly hasLayout: boolean
  /** What is entered stands on the page as text: refused where no font draws it or its field cannot hold it. */
  readonly isPrinted: boolean
  /** It signs: only by the methods that the pack allows, never by anybody else, even in setup. */
  readonly isSignature: boolean
  /** It takes a file of any kind, which comes along with the document. */
  readonly takesFile: boolean
  /** The person it is for says who signs in the role that it names. */
  readonly setsUpSigner: boolean
  /** Cleared on reverting to setup, unless it is the creator's. */
  readonly clearedOnRevert: boolean
  /** A message between the team and its addressee: no part of the signed document, on no page of the final file. */
  readonly isExcludedFromSigning: boolean
  /** Nothing below it is to be seen, and no text below it stays in the final file. */
  readonly covers: boolean
  /** What a condition may ask of its value; null: nobody fills it in, or it is no part of the document. */
  readonly conditions: 'text' | 'tick' | 'presence' | null
  /** Replication may copy its value to others with the same custom id. */
  readonly replicable: boolean
}
