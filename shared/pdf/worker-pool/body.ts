import type { Timers } from '#platform/ports'
import type { Reply, Request } from './protocol.ts'

/** Where one of a pool's workers lives: a thread of this process, or a process of its own. */
export interface Body {
  /** `transfer`: buffers of the payload that nobody here needs any more. */
  post(request: Request, transfer?: readonly ArrayBuffer[]): void
  /** Whether this program waits for it before it ends. */
  hold(held: boolean): void
  /** What it holds, in MB; null where nobody can say. */
  usedMb(): Promise<number | null>
  end(): Promise<void>
}
/** `killed`: from outside, as by an operator or a system that is short of memory; whatever it did says nothing against its task. */
export type Gone = 'out-of-memory' | 'killed' | 'ended'

export interface BodyListener {
  /** It can be given work. */
  onUp(): void
  onReply(reply: Reply): void
  /** It ended, for any reason. */
  onGone(how: Gone, words: string): void
}
export type MakeBody = (memoryMb: number, listener: BodyListener, timers: Timers) => Body
