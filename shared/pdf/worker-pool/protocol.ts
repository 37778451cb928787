/** What goes to a thread. */
export interface Request {
  readonly id: number
  readonly job: string
  readonly payload: unknown
}
/** What comes back. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'threw'; readonly outOfMemory: boolean; readonly words: string }
