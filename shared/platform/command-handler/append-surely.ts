import type { StoredEvent } from '#domain/kernel'
import { type Appended, type EventLog, OutcomeUnknown } from '#platform/event-log'

const ATTEMPTS = 8

/**
 * Appends, and after an unknown outcome sends the identical bytes again until the log reports their outcome.
 * Deciding again instead would chain the stream's next events to a hash that was perhaps never stored.
 */
export async function appendSurely(
  log: Pick<EventLog, 'append'>,
  stream: string,
  expected: bigint,
  events: readonly StoredEvent[],
  pause: (attempt: number) => Promise<void>,
): Promise<Appended> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await log.append(stream, expected, events)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown) || attempt === ATTEMPTS - 1) throw error
      await pause(attempt)
    }
  }
}
