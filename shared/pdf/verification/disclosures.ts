import { z } from 'zod'
import type { Disclosure, Json } from '#domain/kernel'
import { type AttachedEvent, eventNumber, isRight } from './history.ts'
import type { Problem } from './report.ts'

export const DISCLOSURES_FORMAT = 'paraph-disclosures-1'

/** Values of chosen leaves, for somebody entitled to them. Checked against the history that a sealed file carries. */
export interface DisclosureFile {
  readonly format: typeof DISCLOSURES_FORMAT
  readonly stream: string
  readonly events: readonly { readonly revision: number; readonly hash: string; readonly disclosed: readonly Disclosure[] }[]
}

const schema = z.object({
  format: z.literal(DISCLOSURES_FORMAT),
  stream: z.string(),
  events: z.array(
    z.object({
      revision: z.int().min(0),
      hash: z.string(),
      disclosed: z.array(z.tuple([z.array(z.union([z.string(), z.number()])), z.string(), z.json()])),
    }),
  ),
})

/** A disclosure file, or null for a text that is none. */
export function readDisclosures(text: string): DisclosureFile | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text) as Json)
    return parsed.success ? (parsed.data as unknown as DisclosureFile) : null
  } catch {
    return null
  }
}

/** The events with the values disclosed next to the file. A value that does not belong to it is a problem of the disclosure, named by its event. */
export function withDisclosures(events: readonly AttachedEvent[], files: readonly DisclosureFile[], problems: Problem[]) {
  if (files.length === 0) return { events, given: 0, right: 0 }
  const more = new Map<number, Disclosure[]>()
  let given = 0
  let right = 0
  for (const { stream, events: disclosedEvents } of files) {
    for (const { revision, hash, disclosed } of disclosedEvents) {
      given += disclosed.length
      const event = events.find((one) => one.revision === revision)
      const good = event && event.stream === stream && event.hash === hash ? disclosed.filter((one) => isRight(event, one)) : []
      right += good.length
      if (good.length > 0) more.set(revision, [...(more.get(revision) ?? []), ...good])
      if (good.length === disclosed.length) continue
      const where = eventNumber(revision)
      const message = `The disclosure of ${where} differs from this file's history.`
      problems.push({ code: 'disclosure', where, message, beside: true })
    }
  }
  const opened = events.map((event) => {
    const own = more.get(event.revision)
    return own ? { ...event, disclosed: [...(event.disclosed ?? []), ...own] } : event
  })
  return { events: opened, given, right }
}
