import type { Json } from '#domain/kernel'
import type { Queries } from '#platform/postgres'

/** One run of a job. */
export interface Job {
  /** The idempotency key it was sent under: hand it on to providers. */
  readonly key: string
  /** 1 for the first run; a run that a crash interrupted counts too. */
  readonly attempt: number
  /** Whether a failure of this run is final. */
  readonly last: boolean
  /** Aborted when the run took too long or the process stops and can't wait. */
  readonly signal: AbortSignal
}
/** Throws to be run again later. May run twice after a crash: what it does must bear that. */
export type Handler = (data: Json, job: Job) => Promise<void>

export interface QueueSettings {
  /** How often a failed run is repeated. Infinity: a job of this queue is never given up, however often its process dies at it. */
  readonly retries: number
  /** Delay before the first repetition; doubled for each further one, up to the second number. */
  readonly backoff: { readonly firstSeconds: number; readonly maxSeconds: number }
  /** How many run at the same time in this process. */
  readonly concurrency: number
  /** A run that takes longer counts as failed. */
  readonly timeoutSeconds: number
  /**
   * Called when the last run has failed, or too many were interrupted; may be called again after a crash. Where it throws, nobody knows
   * yet that the job was given up, and so it is not: after a failure it is run once more.
   */
  readonly onExhausted?: (data: Json, key: string) => Promise<void>
}

export interface SendOptions {
  /** Sent twice under one key, also after it was done, a job runs once. */
  readonly key: string
  /** Not before this Unix time in milliseconds. */
  readonly notBefore?: number
  /** A transaction to send in: the job exists if and only if that commits. */
  readonly connection?: Queries
}

export type EffectState = 'waiting' | 'running' | 'done' | 'failed'
/** Where a job stands, for a screen that shows it. */
export interface Effect {
  readonly key: string
  readonly queue: string
  readonly state: EffectState
  readonly attempts: number
  /** Kind of the last failure, without what it quotes. */
  readonly error: string | null
}

/** Work that survives restarts: started at once, repeated when it fails, done once per key. */
export interface Jobs {
  /** Before `start`. */
  define(queue: string, handler: Handler, settings: QueueSettings): void
  /** Where it fails, it may be started again. */
  start(): Promise<void>
  /** Answers false where the key was sent before. No personal data in `data`. */
  send(queue: string, data: Json, options: SendOptions): Promise<boolean>
  find(key: string): Promise<Effect | null>
  /** Runs a failed job again, and, where given the `data` that it forgot when it was done, a done one; answers false where there is none. */
  retry(key: string, data?: Json): Promise<boolean>
  /**
   * Part of a permanent deletion, itself a job: what is still to be done for the pack that jobs name in their data, now or on a far day,
   * and what failed there, counts as done and is forgotten. The caller ends the jobs it runs for the last time.
   */
  removeOf(pack: string, options: { readonly but: string }): Promise<void>
  /** Takes nothing new, lets running work finish for a while, and leaves the rest to the next start. */
  stop(): Promise<void>
}

/** Whether what a job was given names this pack. */
export function isOfPack(data: Json, pack: string): boolean {
  return typeof data === 'object' && data !== null && 'pack' in data && data.pack === pack
}

/** Whether a job that stands so is run once more. What is done has forgotten its data. */
export function mayRunAgain(state: EffectState, data?: Json): boolean {
  return state === 'failed' || (state === 'done' && data !== undefined)
}

/** Whether a job is over that has failed for good: not before everybody who must know does. */
export async function isFailureReported(
  settings: QueueSettings,
  data: Json,
  key: string,
  onTrouble = (_: unknown): void => undefined,
): Promise<boolean> {
  try {
    await settings.onExhausted?.(data, key)
    return true
  } catch (error) {
    onTrouble(error)
    return false
  }
}

/** Milliseconds until the run after `attempt`. The jitter keeps a crowd from returning at one instant. */
export function retryDelay(settings: QueueSettings, attempt: number, fraction: number): number {
  const seconds = Math.min(settings.backoff.firstSeconds * 2 ** (attempt - 1), settings.backoff.maxSeconds)
  return Math.round(seconds * 1000 * (0.75 + fraction / 2))
}

/** What is remembered of a failure: its kind, never its words, which may quote what people typed. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
