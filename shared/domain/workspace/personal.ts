import { derivedUuid } from '#domain/kernel'

/** The name holds nothing of its owner: it would outlive their profile. */
export const PERSONAL_WORKSPACE_NAME = 'Personal workspace'

/**
 * The personal workspace of an account holder. Its keys follow from the user's, so that however often, and by however many processes at
 * once, it is asked for, there is one.
 */
export const personalWorkspaceOf = (user: string): { readonly workspace: string; readonly member: string } => ({
  workspace: derivedUuid(JSON.stringify(['personal-workspace', user])),
  member: derivedUuid(JSON.stringify(['personal-member', user])),
})
