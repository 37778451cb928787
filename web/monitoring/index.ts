import { monitoringOf } from './settings.ts'

/**
 * Errors and traces of this page go to the service that the installation configured, and nowhere without one. `replays`: sessions
 * too, as the page's own layout with every text and picture masked; never where the page shows a document to be signed.
 */
export function monitor({ replays }: { readonly replays: boolean }): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]')?.content ?? null
  const wanted = monitoringOf(dsn, location.hostname)
  // Loaded only where it is wanted. A page works as well without.
  if (wanted) void import('./report.ts').then(({ report }) => report(wanted, replays)).catch(() => undefined)
}
