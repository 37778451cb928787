import type { Aggregate, Fact, RecordedEvent } from '#domain/kernel'
import { EventCorrupt, openEvents } from '#platform/event-codec'
import { type EventLog, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'
import { endsInLog, type StoredStates } from './stored-states.ts'
import type { ReadBarrier, StreamHeads } from './stream-heads.ts'
import { type Folded, foldOn, unfolded, type WarmStates } from './warm.ts'

export interface StreamReader {
  warm<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>): Folded<S> | undefined
  /** What is warm, where a look at the log that began after `since` shows that it is all there is. */
  current<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>, since?: ReadBarrier): Promise<Folded<S> | undefined>
  /** Folds what the stream has beyond `from`, or beyond what is warm, and keeps the result warm. `ticket` is older than `from`. */
  catchUp<S, E extends Fact>(ticket: number, stream: string, aggregate: Aggregate<S, E>, from?: Folded<S>): Promise<Folded<S>>
  /** Events of a stream from one revision to another, opened. */
  events<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>, first: number, last: number): Promise<readonly RecordedEvent<E>[]>
}

export function streamReader(log: EventLog, keys: SubjectKeys, states: WarmStates, tips: StreamHeads, kept: StoredStates): StreamReader {
  async function readOn<S, E extends Fact>(stream: string, aggregate: Aggregate<S, E>, from: Folded<S>, mark: number): Promise<Folded<S>> {
    let folded = from
    for await (const page of pagesOf(log, stream, BigInt(folded.revision) + 1n)) {
      let prev = folded.hash
      for (const event of page) {
        if (event.prev !== prev) throw new EventCorrupt(event, 'it is not chained to the event before it')
        prev = event.hash
      }
      folded = foldOn(folded, aggregate, await openEvents(page, aggregate.codec, keys), mark)
    }
    return folded
  }
  return {
    warm: states.get,
    async current(stream, aggregate, since) {
      if (!states.get(stream, aggregate)) return undefined
      await tips.look(since)
      const warm = states.get(stream, aggregate)
      return warm && tips.isCurrent(stream, warm.revision, warm.mark) ? warm : undefined
    },
    async catchUp(ticket, stream, aggregate, from) {
      const mark = tips.mark()
      const begun = from ?? states.get(stream, aggregate) ?? (await kept.find(stream, aggregate)) ?? unfolded(aggregate.initial)
      let folded = await readOn(stream, aggregate, begun, mark)
      // A stream that was removed has nothing new either.
      if (folded === begun && !(await endsInLog(log, stream, begun)))
        folded = await readOn(stream, aggregate, unfolded(aggregate.initial), mark)
      // Not kept: nobody would be notified when the stream is removed next.
      if (aggregate.isGone?.(folded.state)) return { ...unfolded(aggregate.initial), mark }
      folded = kept.keep(stream, aggregate, { ...folded, mark })
      states.put(ticket, stream, aggregate, folded)
      return folded
    },
    async events(stream, aggregate, first, last) {
      const all = []
      for await (const page of pagesOf(log, stream, BigInt(first))) {
        const wanted = page.filter((event) => event.revision <= last)
        all.push(...(await openEvents(wanted, aggregate.codec, keys)))
        if (wanted.length < page.length) break
      }
      return all
    },
  }
}
