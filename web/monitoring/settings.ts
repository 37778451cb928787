/** What goes to the configured service, and how much of it (specification file 3, section 9). Nothing else is set. */
export interface Monitoring {
  readonly dsn: string
  readonly tracesSampleRate: 0.1
  readonly replaysSessionSampleRate: 0.05
  readonly replaysOnErrorSampleRate: 1
}

const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Null where nobody is configured, and on localhost. */
export function monitoringOf(dsn: string | null, host: string): Monitoring | null {
  if (!dsn || LOCAL.test(host)) return null
  return { dsn, tracesSampleRate: 0.1, replaysSessionSampleRate: 0.05, replaysOnErrorSampleRate: 1 }
}
