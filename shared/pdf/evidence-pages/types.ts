import type { Paint } from '#pdf/appearance'

/** A page that follows the document's own. Points from its top left. */
export interface EvidencePage {
  readonly width: number
  readonly height: number
  readonly paints: readonly Paint[]
}
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** What the page with the seal says, in words that are ready to be set. */
export interface SealPageText {
  readonly title: string
  readonly document: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly signersTitle: string
  readonly signers: readonly { readonly name: string; readonly lines: readonly string[] }[]
  readonly nobody: string
  readonly leftOutTitle: string
  readonly leftOut: readonly { readonly name: string; readonly lines: readonly string[] }[]
  readonly foot: string
  /** `2 of 3` in the page's language. */
  readonly numbered: (page: number, pages: number) => string
}
export interface AuditRow {
  /** Empty where the row stands for something else than events. */
  readonly number: string
  readonly time: string
  readonly who: string
  readonly what: string
}
export interface AuditPageText {
  readonly title: string
  readonly lead: string
  readonly columns: AuditRow
  readonly rows: readonly AuditRow[]
  readonly foot: string
  readonly numbered: (page: number, pages: number) => string
}
