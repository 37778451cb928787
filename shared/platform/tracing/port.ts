import type { CommandHandler } from '#platform/command-handler'
import type { EventLog, LoggedEvent } from '#platform/event-log'
import type { Jobs } from '#platform/jobs'

/** What a span says: names of parts and opaque keys. Never a value, an address, a token or the words of an error. */
export type Words = Readonly<Record<string, string | number>>

/**
 * Who did what for how long, from a call to what followed from it, in whichever processes. A trace is a correlation: the id of the
 * request, or the key of the job, that stands in every event's meta, so that nothing else has to be handed on.
 */
export interface Tracing {
  /** A request: a trace begins with it, and `end` ends it; `work`, and everything it causes here, runs within it. */
  request(correlation: string, work: () => void): { end(name: string, words: Words, failed: boolean): void }
  handler(handler: CommandHandler): CommandHandler
  log(log: EventLog): EventLog
  jobs(jobs: Jobs): Jobs
  /** Work about these events, each in the trace of its cause. `to`: the keys of the requested jobs; where there are none, nothing is exported. */
  about<T>(name: string, events: readonly LoggedEvent[], work: () => Promise<T>, to?: (done: T) => readonly string[]): Promise<T>
  close(): Promise<void>
}

/** Where no collector is configured: nothing is loaded and nothing is wrapped. */
export const noTracing: Tracing = {
  request(_correlation, work) {
    work()
    return { end: () => undefined }
  },
  handler: (handler) => handler,
  log: (log) => log,
  jobs: (jobs) => jobs,
  about: (_name, _events, work) => work(),
  close: async () => undefined,
}
