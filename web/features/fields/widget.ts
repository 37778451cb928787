import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { AttachedFile, Field, FieldValue } from '#domain/pack'
import type { KeptDraft } from '../../live/index.ts'
import type { HandedPicture } from '../signature/index.ts'

/** Of a signer, as another says who they are. */
export interface SignerDetails {
  readonly name: string
  readonly email: string
  readonly mobile: string
  /** And has checked it. */
  readonly identified: boolean
}

export interface FieldInputProps {
  readonly field: Field
  readonly methods: { readonly drawn: boolean; readonly typed: boolean; readonly uploaded: boolean }
  readonly signerName: string
  /** While it is being typed; null empties the field. */
  onChange(value: FieldValue | null): void
  /** Done for now: it is worth saving. */
  onCommit(value: FieldValue | null): void
  /** What is being typed cannot be kept as it stands; the input says why. */
  onUnkept?(unkept: boolean): void
  /** Asks for the reason and rejects; left out where nobody is asked to sign. */
  onDecline?(): void
  /** That signer's typed and not yet saved text. */
  readonly draft?: KeptDraft
  /** Sets up the signer whom the field names; answers with why not, in words. Left out where nobody is asked to sign. */
  onSetUp?(details: SignerDetails): Promise<string | null>
  upload(file: File, sent: (part: number) => void): Promise<HandedPicture>
  /** Who gets an uploaded file, with the document. */
  readonly filesGoTo: 'sender' | 'signers' | 'everybody'
  /** Uploads a file of any kind. */
  attach(file: File, sent: (part: number) => void): Promise<AttachedFile>
}

export interface FieldAroundProps {
  readonly field: Field
  readonly children: ReactNode
}

/** What the browser knows of a type of field. */
export interface FieldWidget {
  readonly icon: LucideIcon
  /** The key that picks it in the editor. */
  readonly letter: string
  /** Where the palette lists it. */
  readonly group: 'sign' | 'fill'
  /** What stands in it, in words, where that is not the value itself. */
  readonly said?: (value: string) => string
  /** Nothing is ever filled in there, so the final review leaves it out. */
  readonly holdsNothing?: true
  /** What the sender has to know of it. */
  readonly hint?: 'cover_hint' | 'highlight_hint' | 'link_hint' | 'note_hint' | 'blank_hint' | 'signer_setup_hint'
  /** On a signer's page, around its looks: the action or message of a field that nobody fills in. */
  readonly Around?: ComponentType<FieldAroundProps>
  readonly Input: ComponentType<FieldInputProps>
}
