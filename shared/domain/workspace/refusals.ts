import type { Refusals } from '#domain/kernel'

/** Everything a workspace may refuse. Where the specification words it, these are its words. */
export const WORKSPACE_REFUSALS = {
  'not-text': { kind: 'invalid', says: 'This text holds characters that cannot be stored.' },
  'workspace-missing': { kind: 'gone', says: 'This workspace does not exist.' },
  'workspace-exists': { kind: 'conflict', says: 'This workspace exists already.' },
  'workspace-name-required': { kind: 'invalid', says: 'A valid name is required' },
  'not-an-administrator': { kind: 'forbidden', says: 'Only an administrator of this team may do this.' },
  'not-by-this-role': {
    kind: 'forbidden',
    says: 'Only an administrator may change roles and permissions, or remove an administrator.',
  },
  'not-in-support': { kind: 'forbidden', says: 'This cannot be done in a support session. Only the person themselves may do it.' },
  'personal-workspace': {
    kind: 'conflict',
    says: "You can't add other users to your personal account. Create a new team instead.",
  },
  'personal-workspace-name': {
    kind: 'conflict',
    says: 'A personal workspace keeps its name. Create a new team to give it one of its own.',
  },
  'legal-hold': { kind: 'conflict', says: 'This document is under a legal hold and may not be deleted.' },
  'legal-hold-moving': { kind: 'conflict', says: 'This document is under a legal hold and may not be moved.' },
  'document-moved': { kind: 'gone', says: 'This document was moved to another workspace.' },
  'document-deleted': { kind: 'gone', says: 'This document was deleted for good.' },
  'member-twice': { kind: 'conflict', says: 'You may not add the same user more than once.' },
  'member-missing': { kind: 'gone', says: 'This user is not a member of the team.' },
  'successor-missing': { kind: 'invalid', says: 'Choose another member of this team to take over.' },
  'successor-without-rights': {
    kind: 'invalid',
    says: 'This member may not do all that is to be taken over. Choose another, or give them more permissions first.',
  },
  'successor-not-active': { kind: 'invalid', says: 'This member has not accepted the invitation yet. Choose another to take over.' },
  'last-administrator': { kind: 'conflict', says: 'You need to assign another administrator.' },
  'only-member': { kind: 'conflict', says: 'You may not remove yourself from this team.' },
  'last-administrator-leaving': {
    kind: 'conflict',
    says: 'You need to assign another administrator if you want to leave this team.',
  },
} as const satisfies Refusals<string>
export type WorkspaceRefusalCode = keyof typeof WORKSPACE_REFUSALS
