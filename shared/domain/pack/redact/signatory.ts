import { WITHHELD } from '#domain/kernel'
import { inTopic, type PackFact, type TopicFact } from '../events/index.ts'
import { fact as made } from '../fact.ts'
import type { PackState } from '../state.ts'
import { isShownTo } from '../view.ts'
import { redactField } from './fields.ts'

type Signatory = { readonly of: 'signatory'; readonly signatory: string }

/**
 * What a signatory sees while the pack is out for signing. Every type of event has its answer here, so that a new
 * one reveals nothing because it was forgotten.
 */
export function redactForSignatory(before: PackState, fact: PackFact, audience: Signatory): PackFact | null {
  // Geometry, settings and values they may read are on their page.
  if (inTopic(fact, 'fields')) return ofFields(before, fact, audience)
  if (inTopic(fact, 'settings')) return fact
  if (inTopic(fact, 'expiry')) return fact
  if (inTopic(fact, 'lifecycle')) return ofLifecycle(fact)
  if (inTopic(fact, 'documents')) return ofDocuments(fact)
  if (inTopic(fact, 'signatories')) return ofSignatories(before, fact, audience)
  if (inTopic(fact, 'signing')) return ofSigning(fact, audience)
  // That the file is there, and which it is; who may have it is asked again when it is fetched.
  if (inTopic(fact, 'sealing')) return fact.type === 'DocumentSealed' ? fact : null
  // Changed only during preparation, when nobody but the team sees anything.
  // Requests, links and final copies: the recipients.
  return null
}

/** They see nothing of fields that are not on their page, even where the same fact is about others. */
function ofFields(before: PackState, fact: TopicFact<'fields'>, audience: Signatory): PackFact | null {
  const isShown = (key: string) => {
    const field = fact.type === 'FieldPlaced' ? fact.data : before.fields[key]
    return field === undefined || isShownTo(audience.signatory, field)
  }
  if ('field' in fact.data) return isShown(fact.data.field) ? redactField(before, fact, audience) : null
  const all: readonly (string | { readonly field: string })[] = fact.data.fields
  const shown = all.filter((each) => isShown(typeof each === 'string' ? each : each.field))
  if (shown.length === all.length) return redactField(before, fact, audience)
  return shown.length === 0 ? null : redactField(before, { ...fact, data: { ...fact.data, fields: shown } } as PackFact, audience)
}

const OF_TEAM: ReadonlySet<PackFact['type']> = new Set<PackFact['type']>([
  'PackCreated',
  'DefinitionTaken',
  'MadeByBulkSend',
  'PackTakenOver',
  'PackMoved',
])

function ofLifecycle(fact: TopicFact<'lifecycle'>): PackFact | null {
  // What it was made from, and which team and who of it looks after it, is the team's business; of what stands in it they have a view.
  return OF_TEAM.has(fact.type) ? null : fact
}

function ofDocuments(fact: TopicFact<'documents'>): PackFact | null {
  switch (fact.type) {
    case 'FileReceived':
      return made('FileReceived', { ...fact.data, file: '', filename: WITHHELD })
    case 'DocumentConverted':
      return made('DocumentConverted', { ...fact.data, source: '' })
    case 'PrintedValuesRemoved':
      return made('PrintedValuesRemoved', { ...fact.data, source: '', from: '' })
    case 'ConversionFailed':
      return made('ConversionFailed', { ...fact.data, source: '' })
    case 'ConversionRetried':
      return made('ConversionRetried', { ...fact.data, source: '' })
    // How the pages came to be is the team's business.
    case 'FormFieldsFound':
    case 'FormFieldsAnswered':
    case 'EarlierSignaturesFound':
    case 'PortfolioFound':
    case 'ClaimsFound':
      return null
    case 'DocumentAdded':
    case 'DocumentRenamed':
    case 'DocumentRemoved':
      return fact
    default:
      return fact satisfies never
  }
}

function ofSignatories(before: PackState, fact: TopicFact<'signatories'>, { signatory }: Signatory): PackFact | null {
  switch (fact.type) {
    case 'SignatoryAdded':
    case 'SignatoryRoleChanged':
    case 'SignatoryNamed':
    case 'SignatoryMadeOptional':
    case 'SignatoryMadeMandatory':
    case 'SignatoryRemoved':
    case 'SignatoryRestored':
    case 'SigningOrderChanged':
      return fact
    // Who signs together they know; what the team calls them is the team's.
    case 'SignerGroupAdded':
    case 'SignerGroupNamed':
      return made(fact.type, { ...fact.data, name: WITHHELD })
    case 'SignerGroupRemoved':
      return fact
    case 'SignatoryEmailChanged':
    case 'SignatoryMobileChanged':
      return fact.data.signatory === signatory || !before.settings.obfuscateContactInfo ? fact : null
    case 'SignatoryChannelChanged':
    case 'SigningNotificationsSwitched':
    case 'ViewingNotificationsSwitched':
      return fact.data.signatory === signatory ? fact : null
    // The name itself says that it is there.
    case 'SignatorySetUp':
    case 'SignatoryLinkedToUser':
    case 'CopyRecipientAdded':
    case 'CopyRecipientNamed':
    case 'CopyRecipientEmailChanged':
    case 'CopyRecipientMobileChanged':
    case 'CopyRecipientRemoved':
      return null
    default:
      return fact satisfies never
  }
}

function ofSigning(fact: TopicFact<'signing'>, { signatory }: Signatory): PackFact | null {
  switch (fact.type) {
    case 'PackOpened':
    case 'PackVisited':
      return null
    case 'ConsentGiven':
    case 'SigningPostponed':
      return fact.data.signatory === signatory ? fact : null
    case 'AutoDatesSet':
      return fact.data.by === signatory ? fact : null
    case 'SignedInPresence':
      // That it was so they know; users are nobody to them.
      return fact.data.signatory === signatory ? made('SignedInPresence', { ...fact.data, host: '' }) : null
    case 'SignatoryExcluded':
      return fact.data.signatory === signatory ? fact : made('SignatoryExcluded', { ...fact.data, viewing: true })
    case 'SignatoryCompleted':
      return fact.data.signatory === signatory ? fact : made('SignatoryCompleted', { ...fact.data, consent: '', view: '' })
    case 'DocumentRejected':
    case 'SignatoryRejected':
      // Everybody may see that they rejected; only the sender sees why.
      return fact.data.signatory === signatory ? fact : ({ ...fact, data: { ...fact.data, reason: WITHHELD } } as PackFact)
    default:
      return fact satisfies never
  }
}
