import { isWithheld, type RecordedEvent } from '#domain/kernel'
import { fillingIn, hasFile, type PackFact } from '#domain/pack'
import { keyOfExpired } from '#processes/expiry'
import { keyOfCopy } from '#processes/final-copies'
import { keyOfNotice } from '#processes/notifications'
import { keyOfRejection, OWNER } from '#processes/rejections'
import { keyOfRequest } from '#processes/requests'

export interface PersonRecords {
  /** Keys of mails to them, and of mails to others about them. */
  readonly mails: readonly string[]
  readonly links: readonly string[]
  /** Files that values of somebody else name: all other pictures of the pack are theirs, or nobody's. */
  readonly othersFiles: ReadonlySet<string>
}

/** What a pack's history leads to of these people outside of the log. It is the same before and after their keys were destroyed. */
export function personRecordsOf(history: readonly RecordedEvent<PackFact>[], people: readonly string[]): PersonRecords {
  const whose = new Set(people)
  const mails: string[] = []
  const links: string[] = []
  const othersFiles = new Set<string>()
  for (const { id, fact } of history) {
    switch (fact.type) {
      case 'SignatureRequestQueued':
        if (whose.has(fact.data.signatory)) mails.push(keyOfRequest(fact.data.request))
        break
      case 'FinalCopyQueued':
        if (whose.has(fact.data.recipient)) mails.push(keyOfCopy(fact.data.mail))
        break
      case 'RequestsExpired':
        // It names everybody who had not signed.
        mails.push(keyOfExpired(id))
        break
      case 'NotificationDue':
        if (fact.data.about !== null && whose.has(fact.data.about)) mails.push(keyOfNotice(fact.data.notice))
        break
      case 'DocumentRejected':
        if (whose.has(fact.data.signatory)) mails.push(keyOfRejection(id, OWNER))
        break
      case 'PackRejected':
        mails.push(...people.map((person) => keyOfRejection(id, person)))
        if (whose.has(fact.data.signatory)) mails.push(keyOfRejection(id, OWNER))
        break
      case 'SigningLinkIssued':
        if (whose.has(fact.data.signatory)) links.push(fact.data.link)
        break
      // The team's supporting documents belong to nobody in particular.
      case 'AppendixFileAttached':
        othersFiles.add(fact.data.file)
        break
      default:
    }
    const filling = fillingIn(fact)
    if (!filling || isWithheld(filling.value) || !hasFile(filling.value)) continue
    if (filling.by === null || !whose.has(filling.by)) othersFiles.add(filling.value.file)
  }
  return { mails, links, othersFiles }
}
