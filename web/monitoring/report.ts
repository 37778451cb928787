import { browserTracingIntegration, type ErrorEvent, init, makeFetchTransport, replayIntegration } from '@sentry/browser'
import { isReportable, redactAll } from './redact.ts'
import type { Monitoring } from './settings.ts'

/** Begins to tell. Everything leaves through one door, where addresses lose what opens something. */
export function report(monitoring: Monitoring, replays: boolean): void {
  const { replaysSessionSampleRate, replaysOnErrorSampleRate, ...report } = monitoring
  init({
    ...report,
    ...(replays ? { replaysSessionSampleRate, replaysOnErrorSampleRate } : {}),
    // The page's logs may quote anything; a pressed button is named by its label.
    beforeBreadcrumb: (crumb) => (crumb.category === 'console' || crumb.category?.startsWith('ui.') ? null : crumb),
    beforeSend: withoutQuotes,
    transport(options) {
      const transport = makeFetchTransport(options)
      return { ...transport, send: (envelope) => transport.send(redactAll(envelope)) }
    },
    integrations: [browserTracingIntegration(), ...(replays ? [replayIntegration({ beforeAddRecordingEvent: redactAll })] : [])],
  })
}

function withoutQuotes({ message: _, ...event }: ErrorEvent): ErrorEvent {
  const values = event.exception?.values?.map((one) => (isReportable(one.type) ? one : { ...one, value: '' }))
  return values ? { ...event, exception: { values } } : event
}
