import type { CommandName, CommandOf, PackCommand } from './commands.ts'
import { fieldTypeOf, fieldTypes } from './field-types/index.ts'
import { initial } from './initial.ts'
import { ownerOf } from './owner.ts'
import { outOfPhase } from './phases.ts'
import { type Refused, refuse } from './refuse.ts'
import { isRepeated } from './repeated.ts'
import { signatoryOf } from './signatories.ts'
import type { PackState } from './state.ts'
import { linkIsAlive, livingLinkOf } from './status.ts'
import { isOfTeam, type TeamWho, type Who } from './who.ts'

/**
 * May this one ask for this now? null: yes. The server asks before it decides, the browser to know what to offer.
 */
export function permits(command: PackCommand, state: PackState, who: Who): Refused | null {
  return wrongActor(command, state, who) ?? (isRepeated(command, state) ? null : outOfPhase(command.do, state))
}

/** Who left it is nobody to its documents, also to those that they made. */
export function isTeamMember(state: PackState, who: Who): boolean {
  return isOfTeam(who) && who.workspace === state.workspace
}

/** Permissions are the membership's: an administrator begins with all of them, and one that was withdrawn is withdrawn. */
export function can(who: Who, permission: string): boolean {
  return isOfTeam(who) && who.permissions.has(permission)
}

/** What only a person does: looking at a document, being present, reading a message to somebody. */
const BY_PEOPLE: ReadonlySet<CommandName> = new Set<CommandName>(['RecordOpened', 'RevealMailLink', 'TakeBackSigningLink'])

/** Only processes record what machines did. */
const BY_PROCESSES: ReadonlySet<CommandName> = new Set<CommandName>([
  'RecordBulkSendRow',
  'TakeOverPack',
  // What its workspaces decided.
  'MovePack',
  'RecordConversion',
  'RecordConversionFailure',
  'RecordRequestSent',
  'RecordRequestFailed',
  'GiveNotification',
  'ExpireRequests',
  'RemindOfExpiry',
  'StartSealing',
  'RecordStamped',
  'RecordSealed',
  'RecordSealingFailure',
  'QueueFinalCopy',
  'RecordFinalCopySent',
  'RecordFinalCopyFailed',
  'RepeatErasure',
])

/** What a signatory does, each only for themselves. */
const BY_SIGNATORIES: ReadonlySet<CommandName> = new Set<CommandName>([
  'AddNote',
  'FillField',
  'ClearField',
  'RecordVisit',
  'ObserveVisit',
  'SetUpSignatory',
  'GiveConsent',
  'PostponeSigning',
  'CompleteSigning',
  'RejectSigning',
  'RejectDocument',
])

function wrongActor(command: PackCommand, state: PackState, who: Who): Refused | null {
  switch (who.as) {
    case 'process':
      return byProcess(command)
    case 'signatory':
      return bySignatory(command, state, who)
    case 'application':
      return isForPeople(command) ? refuse('not-for-applications') : byTeam(command, state, who)
    case 'team':
      return byTeam(command, state, who)
    default:
      return who satisfies never
  }
}

function byProcess(command: PackCommand): Refused | null {
  // A link leaves with the request that carries it, and only so.
  if (command.do === 'IssueSigningLink') return command.request === null ? refuse('not-permitted') : null
  return BY_PROCESSES.has(command.do) ? null : refuse('not-permitted')
}

function bySignatory(command: PackCommand, state: PackState, who: Extract<Who, { as: 'signatory' }>): Refused | null {
  if (!linkIsAlive(state, who.signatory, who.link)) return refuse('link-dead')
  if (!BY_SIGNATORIES.has(command.do)) return refuse('not-permitted')
  const actsAs = 'by' in command ? command.by : 'signatory' in command ? command.signatory : null
  if (actsAs !== who.signatory) return refuse('not-yours')
  // Who is host, and which visit it was, follows from the link: nobody names another's.
  return 'link' in command && command.link !== undefined && command.link !== who.link ? refuse('not-yours') : null
}

const isForPeople = (command: PackCommand): boolean =>
  // A link to sign in person has a host, who is there.
  BY_PEOPLE.has(command.do) || (command.do === 'IssueSigningLink' && command.purpose === 'sign_in_person')

/** Who acts as somebody else never signs, and gets no link by which to sign; a secret of a mail is for its reader, and an erasure for good. */
function isClosedToSupport(command: PackCommand, state: PackState): boolean {
  if (command.do === 'FillField' || command.do === 'ClearField') {
    const field = state.fields[command.field]
    return field !== undefined && fieldTypeOf(field).isSignature
  }
  return NOT_IN_SUPPORT.has(command.do)
}
const NOT_IN_SUPPORT: ReadonlySet<CommandName> = new Set<CommandName>([
  ...BY_SIGNATORIES,
  'IssueSigningLink',
  'TakeBackSigningLink',
  'RevealMailLink',
  'ErasePeople',
])

function byTeam(command: PackCommand, state: PackState, who: TeamWho): Refused | null {
  if (who.as === 'team' && who.inSupport && isClosedToSupport(command, state)) return refuse('not-in-support')
  if (command.do === 'CreatePack') {
    if (command.workspace !== who.workspace || command.creator !== who.user) return refuse('not-a-team-member')
    return needs(command.kind === 'template' ? 'can_create_templates' : 'can_upload_documents', who)
  }
  if (!state.exists) return refuse('pack-missing')
  // The host takes their device back even after they left the team.
  if (command.do === 'TakeBackSigningLink') return isHost(command, state, who.user) ? null : refuse('not-permitted')
  if (!isTeamMember(state, who)) return refuse('not-a-team-member')
  switch (command.do) {
    case 'FillField':
    case 'ClearField':
      if (command.by !== 'self') return refuse('not-your-field', { at: [command.field] })
      return isNote(state, command.field) ? needs('can_add_notes', who) : null
    case 'AddNote':
      // A member who signs, too, adds theirs before the request goes out.
      return command.by === 'self' || (who.as === 'team' && signatoryOf(state, command.by)?.user === who.user)
        ? needs('can_add_notes', who)
        : refuse('not-yours')
    case 'PlaceField':
      return fieldTypes[command.type].isExcludedFromSigning ? needs('can_add_notes', who) : null
    case 'RecordOpened':
      return command.user === who.user ? null : refuse('not-permitted')
    case 'AddDocument':
      return needs(state.documents.length === 0 ? 'can_upload_documents' : 'can_upload_documents_to_pack', who)
    case 'ReceiveFile':
    case 'AttachAppendixFile':
      return needs('can_upload_documents', who)
    case 'RemoveDocument':
      return needs('can_upload_documents_to_pack', who)
    // The team that prepares it sees it anyway; whether that is said of others in it is for those who know of teams.
    case 'AddAppendix':
    case 'SetAppendixAudience':
      return namesTheTeam(command, state) ? needs('can_view_teams', who) : null
    case 'SetFieldRule':
    case 'RemoveFieldRule':
      return needs('can_use_field_rules', who)
    case 'AddFormEntry':
    case 'RetypeFormEntry':
    case 'LabelFormEntry':
    case 'MoveFormEntry':
    case 'RemoveFormEntry':
    case 'RestoreFormEntry':
    case 'SetFormViewAlways':
      return needs('can_set_up_form_views', who)
    case 'RepeatField':
      return needs('can_repeat_fields_across_documents', who)
    case 'LockFields':
      return needs('can_lock_and_unlock_fields', who)
    case 'UnlockFields':
      return can(who, 'can_lock_and_unlock_fields') ? null : refuse('not-permitted-to-unlock')
    // Which certificate seals is an administrator's business, and so is sealing again with another.
    case 'RenewSeal':
    // So is who asks for what to be deleted.
    case 'ErasePeople':
      return needs('can_manage_account', who)
    case 'SetChannelChoice':
    case 'SetSignatoryChannel':
      return needs('can_configure_communication_channel', who)
    case 'RevertToSetup':
      return needs('can_revert_document_status', who)
    case 'MarkAsComplete':
      return needs('can_mark_document_as_complete', who)
    case 'TrashPack':
    case 'RestorePack':
      return mayDelete(state, who) ? null : refuse('not-permitted-to-delete')
    case 'RevealMailLink':
      return command.user === who.user ? needs('can_read_outbox', who) : refuse('not-permitted')
    case 'IssueSigningLink':
      if (command.request !== null) return refuse('not-permitted')
      return needs(command.purpose === 'sign' ? 'can_generate_signing_link' : 'can_sign_in_person', who)
    default:
      if (BY_PROCESSES.has(command.do)) return refuse('not-permitted')
      return BY_SIGNATORIES.has(command.do) ? refuse('not-yours') : null
  }
}

/** Why somebody may not move or copy a pack of this kind to another workspace: it takes the right on both sides, and to make one there. */
export function refusalToTake(kind: PackState['kind'], here: TeamWho, there: TeamWho): Refused | null {
  const permission = kind === 'template' ? 'can_move_templates' : 'can_move_documents'
  const made = { do: 'CreatePack', workspace: there.workspace, creator: there.user, kind, name: '', from: null } as const
  return needs(permission, here) ?? needs(permission, there) ?? byTeam(made, initial, there)
}

function isHost({ signatory, link }: CommandOf<'TakeBackSigningLink'>, state: PackState, user: string): boolean {
  const alive = livingLinkOf(state, signatory, link)
  return alive === undefined || alive.host === user
}

/** Deleting needs the permission for what is deleted, and the owner, or leave to delete others', which administrators begin with. */
function mayDelete(state: PackState, who: TeamWho): boolean {
  const whose = who.user === ownerOf(state) || can(who, 'can_delete_other_users_documents')
  return whose && can(who, state.kind === 'template' ? 'can_delete_templates' : 'can_delete_documents')
}

/** Sets it again: keeping what others set says nothing. */
function namesTheTeam({ appendix, audience = [] }: CommandOf<'AddAppendix' | 'SetAppendixAudience'>, { appendices }: PackState): boolean {
  return audience.includes('team') && !appendices.some((held) => held.key === appendix && held.audience.includes('team'))
}

function isNote({ fields }: PackState, key: string): boolean {
  const field = fields[key]
  return field !== undefined && fieldTypeOf(field).isExcludedFromSigning
}

function needs(permission: string, who: Who): Refused | null {
  return can(who, permission) ? null : refuse('not-permitted')
}
