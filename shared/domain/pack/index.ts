export {
  appendicesFor,
  attachedFilesFor,
  DEFAULT_APPENDIX,
  isFor,
  isSameAudience,
  liveAppendices,
  type SupportingFile,
  supportingFilesOf,
  supportingFilesToSend,
} from './appendices.ts'
export { auditWords } from './audit/index.ts'
export { leftOutWords } from './audit/left-out.ts'
export { MOST, textRefusal } from './bounds.ts'
export { BULK_SENDS } from './bulk-sends.ts'
export { isVisit } from './change-scopes.ts'
export { charactersOf } from './characters.ts'
export { type CheckConfig, checksBeforeRequest, type FailedCheck } from './checks.ts'
export type { CommandName, CommandOf, PackCommand } from './commands.ts'
export { ANY_CONTACT, type ContactLists, listProblem, mayBeNamed } from './contact-lists.ts'
export {
  type Contact,
  type ContactConfig,
  contactOf,
  contactProblems,
  e164,
  emailIsOptional,
  isEmail,
  mobileIsRequired,
} from './contacts.ts'
export {
  type CopyAs,
  type CopyKeys,
  type CopyOf,
  commandsOfCopy,
  fieldValueToCopy,
  type Originals,
  picturesToCopy,
} from './copying.ts'
export { customFieldId, idFromName, incompleteCustomFields, liveCustomFields } from './custom-fields.ts'
export { isPlausibleDay, withWholeYear, zoneOr } from './day.ts'
export { COMMANDS, type DecisionContext, decide, type PackDecision } from './decide.ts'
export { copyOfBeginning, factsOfDefinition, factsOfNewCopy, fileInCopy, keyInCopy, type Salted } from './definition.ts'
export { documentIn, documentsShownToSigners, remainingDocuments, signedBeforeRejection } from './documents.ts'
export { type ErasureFate, erasureFate } from './erasure.ts'
export * from './events/index.ts'
export { evolve, type When } from './evolve.ts'
export { expiryDayInWords, expiryMoments, hasExpired } from './expiry.ts'
export { hierarchyFrom, hierarchyToRecord } from './field-hierarchy.ts'
export {
  ALIGNMENTS,
  cellsOf,
  type FieldLayout,
  layoutRefusal,
  lengthRefusal,
  MOST_CELLS,
  TEXT_SIZES,
  type TextAlignment,
} from './field-layout.ts'
export {
  AUTO_FILLS,
  type AutoFill,
  extrasFromRecord,
  extrasOf,
  extrasToRecord,
  FIELD_PROPERTIES,
  type FieldExtraValues,
  type FieldProperty,
  type FieldPropertyCommand,
  type FieldPropertyForms,
  type FieldPropertyName,
  fieldProperties,
  fieldPropertySetBy,
  fieldValueIn,
  isUnset,
  propertyArgument,
  rawPropertyOf,
  type ShownAs,
  valueIn,
} from './field-properties.ts'
export {
  APPROVED,
  CHECKED,
  FIELD_TYPES,
  type FieldType,
  type FieldTypeName,
  fieldTypeNamed,
  fieldTypeOf,
  fieldTypes,
  MOST_TEXT,
  SET_UP,
  UNCHECKED,
} from './field-types/index.ts'
export {
  compatible,
  enabledFields,
  fieldsDue,
  fieldsOf,
  heldIn,
  incompatibleIn,
  incompleteFields,
  isCompatible,
  isFilled,
  liveFields,
  offeredIn,
  shownIn,
} from './fields.ts'
export { fillingIn } from './fillings.ts'
export { finalValueOf, isInFinal } from './final-value.ts'
export { hasForm, liveFormEntries } from './form.ts'
export {
  BORDER_ALLOWANCE,
  type Box,
  CLONE_SHIFT,
  isOffPage,
  ontoPage,
  overlaps,
  PAGE_GAP,
  type PageSize,
} from './geometry.ts'

export { initial } from './initial.ts'
export { type Joined, mergedState } from './merging.ts'
export {
  actionsFor,
  COUNTDOWNS,
  DEFAULT_COUNTDOWN,
  type Due,
  isReminder,
  isTimed,
  notificationsDue,
} from './notifications.ts'
export { ownerOf } from './owner.ts'
export { codec, pack, packOfStream, streamOfPack } from './pack.ts'
export { asFilled, asWritten, inert } from './placeholders.ts'
export { can, isTeamMember, permits, refusalToTake } from './policy.ts'
export { type FormOf, isSame, isUnclear, type Unclear } from './properties.ts'
export { type Disclosable, disclosableBy, mayDisclose } from './redact/disclosable.ts'
export { redactForFileHolder } from './redact/holder.ts'
export { redact, viewChangesFor } from './redact.ts'
export { PACK_REFUSALS, type PackRefusalCode } from './refusals.ts'
export { isRepeated } from './repeated.ts'
export { placedLike } from './repeating.ts'
export { mayReplay, type ReplayStep, replayed, replayedView, replaySteps, type ViewChange } from './replay.ts'
export { filledWith } from './replication.ts'
export { clearedByRevert } from './reverting.ts'
export {
  type Condition,
  operandOf,
  readCondition,
  spelledOut,
  type Test,
  type TestName,
  testsIn,
  writeCondition,
} from './rules/condition.ts'
export { type JsonLogic, jsonLogicOf } from './rules/json-logic.ts'
export { isAlwaysTrue, isTarget, problemOf, type RuleProblem, ruleProblems, targetsOf } from './rules/problems.ts'
export { testsFor, testsOffered } from './rules/tests.ts'
export { draftedRules, type Tried, triedOn } from './rules/trying.ts'
export { compiledRule, type Outcome, type Outcomes, outcomesOf } from './rules/visibility.ts'
export { attemptsOf, underWay } from './sealing.ts'
export { setUpByOthers, setUpOf, signatoryToSetUp } from './setting-up.ts'
export {
  rawSettingOf,
  SETTINGS,
  type Setting,
  type SettingCommand,
  type SettingForms,
  settingCommand,
  settingSetBy,
  settingValue,
} from './settings.ts'
export {
  COLOUR_BEYOND,
  isMultiEdit,
  isTurnOf,
  isWaitedFor,
  liveSignatories,
  needsNewLink,
  REASON_NOT_SPECIFIED,
  SIGNATORY_COLOURS,
  type SignatoryLabel,
  signatoriesInOrder,
  signatoryColour,
  signatoryLabel,
  signatoryOf,
  signsInOrder,
  stepsInOrder,
} from './signatories.ts'
export {
  type AttachedFile,
  hasFile,
  isAttachedFile,
  isPicture,
  type Picture,
  type SignatureValue,
} from './signature-value.ts'
export { groupColour, groupOf, groupsOf, isGroupNameTaken, type ListedStep, listedSteps } from './signer-groups.ts'
export { staleRefusal } from './stale-check.ts'
export type * from './state.ts'
export { downloadEnabled, linkIsAlive, livingLinkOf, nobodyIsLeft, nobodyIsWaitedFor, shownStatus, signaturesRequested } from './status.ts'
export { boxesWith, isExclusive } from './tick-groups.ts'
export { ACCEPTED_AS_IT_IS, entryRefusal, nameOf, printRefusal, type TypesetField, type Typesetting } from './typesetting.ts'
export { viewDigest, viewFor } from './view.ts'
export { pageAddress, webAddress } from './web-address.ts'
export { type Audience, isOfTeam, type TeamWho, type Who } from './who.ts'
