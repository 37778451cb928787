import { digestOf, type StoredEvent } from '#domain/kernel'
import { brokenPaperOf, type Ceremony } from '../ceremony/index.ts'
import type { Say } from './folded.ts'

/** The last request for a document. */
interface Asked {
  readonly source: unknown
  readonly isBroken: boolean
  /** Null until something came of it. */
  readonly outcome: 'DocumentConverted' | 'ConversionFailed' | null
}

/** Each file that is there to be converted has one outcome for each time that it was asked for, the right one, and nothing is asked to be signed before. */
export function checkConversions({ plan }: Pick<Ceremony, 'plan'>, stored: readonly StoredEvent[], say: Say): void {
  const broken = digestOf(new TextEncoder().encode(brokenPaperOf(plan)))
  const documents = new Map<unknown, Asked | null>()
  for (const { type, data } of stored) {
    const asked = documents.get(data.document)
    switch (type) {
      case 'DocumentAdded':
        documents.set(data.document, null)
        break
      case 'DocumentRemoved':
        documents.delete(data.document)
        break
      case 'FileReceived':
        documents.set(data.document, { source: data.file, isBroken: data.digest === broken, outcome: null })
        break
      case 'ConversionRetried':
        if (asked?.outcome !== 'ConversionFailed' || asked.source !== data.source) say('what had not failed was converted again')
        documents.set(data.document, asked ? { ...asked, outcome: null } : null)
        break
      case 'DocumentConverted':
      case 'ConversionFailed':
        if (asked?.source !== data.source) say(`${type} came of a file that another had taken the place of`)
        else if (asked?.outcome !== null) say(`${type} came of a file of which ${asked?.outcome} had come`)
        else if (asked.isBroken && type === 'DocumentConverted') say('what cannot be read was converted')
        // The machine may have had no room, or too much else to do.
        else if (!asked.isBroken && type === 'ConversionFailed' && data.reason !== 'took-too-long') say(`a file failed: ${data.reason}`)
        if (asked) documents.set(data.document, { ...asked, outcome: type })
        break
      case 'SignaturesRequested':
        for (const one of documents.values())
          if (one?.outcome !== 'DocumentConverted') say('signatures were requested before all was converted')
    }
  }
  for (const one of documents.values()) if (one?.outcome === null) say('a file was received, and nothing came of it')
}
