/** What goes to a thread or process. */
export interface Request {
  readonly id: number
  readonly job: string
  readonly payload: unknown
  readonly memoryMb: number
}
/** In the place of a request: it is to go by itself. */
export const END = 'end'

/** Once, before anything else comes back: it can be given work. */
export interface Up {
  readonly kind: 'up'
}

/** What comes back. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly done: number; readonly of: number }
  /** `usedMb`: all that its process holds now; a thread is asked. */
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown; readonly usedMb?: number }
  | { readonly id: number; readonly kind: 'threw'; readonly outOfMemory: boolean; readonly words: string }
