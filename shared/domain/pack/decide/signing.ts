import { disclosed } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { dayIn, isToday, UTC } from '../day.ts'
import { documentIn, remainingDocuments } from '../documents.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { incompleteFields, takingPart } from '../fields.ts'
import { type Refused, refuse } from '../refuse.ts'
import { MOST_POSTPONEMENTS, reasonGiven, signatoryOf, timesPostponed } from '../signatories.ts'
import type { PackState } from '../state.ts'
import { linkIsAlive, livingLinkOf, nobodyIsWaitedFor } from '../status.ts'
import { entryRefusal, type Typesetting } from '../typesetting.ts'
import { viewDigest } from '../view.ts'
import { filledByItself } from './auto-fill.ts'
import { after, type Deciders, type DecisionContext } from './context.ts'
import { requestsDue } from './requests-due.ts'
import { dating } from './several-fields.ts'
import { signerRefusal } from './signer.ts'
import { voidLinks } from './void-links.ts'

/** Opening again within this time is the same look at the pack. */
const ONE_LOOK = 60_000

export const decideSigning: Deciders<
  'RecordOpened' | 'RecordVisit' | 'GiveConsent' | 'PostponeSigning' | 'CompleteSigning' | 'RejectSigning' | 'RejectDocument'
> = {
  RecordOpened({ user }, state, { now }) {
    const last = Object.hasOwn(state.opened, user) ? state.opened[user] : undefined
    if (last !== undefined && Date.parse(now) - Date.parse(last) < ONE_LOOK) return []
    return [fact('PackOpened', { user })]
  },

  RecordVisit({ signatory, visit, link, view }, state) {
    if (signatoryOf(state, signatory)?.visit === visit) return []
    if (!linkIsAlive(state, signatory, link)) return refuse('link-dead')
    return [fact('PackVisited', { signatory, visit, link, view })]
  },

  GiveConsent({ signatory, version }, state, { typesetting }) {
    const refused = signerRefusal(state, signatory) ?? consentRefusal(version)
    if (refused) return refused
    if (signatoryOf(state, signatory)?.consent === version) return []
    return [fact('ConsentGiven', { signatory, version }), ...filledByItself(state, signatory, typesetting)]
  },

  PostponeSigning({ signatory }, state) {
    const refused = signerRefusal(state, signatory)
    if (refused) return refused
    const isRepeated = signatoryOf(state, signatory)?.postponed || timesPostponed(state, signatory) >= MOST_POSTPONEMENTS
    return isRepeated ? [] : [fact('SigningPostponed', { signatory })]
  },

  CompleteSigning({ signatory, consent, view, date, requests, link, inPresence }, state, context) {
    const refused = signerRefusal(state, signatory) ?? consentRefusal(consent)
    if (refused) return refused
    // Before asking whether all is filled in: what is missing may stand in the view that was not seen.
    if (view !== viewDigest(state, signatory)) return refuse('view-changed')
    const incomplete = incompleteFields(state, signatory)
    if (incomplete.length > 0) return refuse('fields-incomplete', { at: incomplete })
    const unprintable = ownUnprintable(state, signatory, context.typesetting)
    if (unprintable) return unprintable
    const host = hostOf(state, signatory, link)
    if (inPresence && !host) return refuse('not-in-presence')

    const dates = datesOfSigning(state, signatory, date, context)
    if ('refused' in dates) return dates
    const signed: PackFact[] = [
      ...dates,
      fact('SignatoryCompleted', { signatory, consent, view }),
      ...(host ? [fact('SignedInPresence', { signatory, host })] : []),
      ...voidLinks(state, 'completed', signatory),
    ]
    const next = after(state, signed, context)
    // The last one waited for completes the pack, once: from here on no signatory may act.
    if (nobodyIsWaitedFor(next))
      return [...signed, ...voidLinks(next, 'pack-completed'), fact('PackCompleted', { because: 'last-signature' })]
    const queued = requestsDue(next, requests, 'turn')
    return 'refused' in queued ? queued : [...signed, ...queued]
  },

  RejectSigning({ signatory, reason }, state) {
    if (signerRefusal(state, signatory)) return refuse('unable-to-reject')
    return textRefusal(reason, MOST.reason) ?? rejecting(state, signatory, reasonGiven(reason))
  },

  RejectDocument({ signatory, document: key, reason: given }, state) {
    const { documents, settings } = state
    const isPossible = settings.individualRejection && documents.length > 1 && signerRefusal(state, signatory) === null
    const document = documentIn(state, key)
    if (!isPossible || !document || document.rejected) return refuse('unable-to-reject', { at: [key] })
    const refused = textRefusal(given, MOST.reason)
    if (refused) return refused
    const reason = reasonGiven(given)
    const isLast = remainingDocuments(state).length === 1
    return [fact('DocumentRejected', { document: key, signatory, reason }), ...(isLast ? rejecting(state, signatory, reason) : [])]
  },
}

function rejecting(state: PackState, signatory: string, reason: string): readonly PackFact[] {
  return [
    fact('SignatoryRejected', { signatory, reason }),
    // No further request goes out, and none that went out opens the pack.
    ...voidLinks(state, 'rejected'),
    fact('PackRejected', { signatory }),
  ]
}

/** What a signer entered before it would have been refused is theirs to correct. What others entered, they cannot. */
function ownUnprintable(state: PackState, signatory: string, typesetting: Typesetting): Refused | null {
  for (const field of takingPart(state, signatory)) {
    const value = field.filledBy === signatory ? disclosed(field.value ?? '', '') : ''
    const refused = value === '' ? null : entryRefusal(field, signatory, value, typesetting)
    if (refused) return refused
  }
  return null
}

function consentRefusal(version: string): Refused | null {
  return version.trim() === '' ? refuse('consent-required') : textRefusal(version, MOST.name)
}

/** The host: they took the link to sign in person, and are present. */
function hostOf(state: PackState, signatory: string, link: string | undefined): string | undefined {
  return link === undefined ? undefined : livingLinkOf(state, signatory, link)?.host
}

/** The signer's own calendar day counts only where a date of theirs sets itself. */
function datesOfSigning(
  state: PackState,
  signatory: string,
  shown: string | undefined,
  { now, zone }: DecisionContext,
): readonly PackFact[] | Refused {
  const dated = takingPart(state, signatory).filter((field) => field.autoDate)
  if (dated.length === 0) return []
  if (shown === undefined) return dating(dated, signatory, dayIn(zone ?? UTC, Date.parse(now)), zone ?? UTC)
  if (!isToday(shown, now, zone)) return refuse('date-invalid', { slots: { date: shown } })
  return dating(dated, signatory, shown, zone)
}
