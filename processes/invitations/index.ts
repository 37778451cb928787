export { INVITATIONS, type InvitationData, type InvitationPlan, invitations, keyOfInvitation, planInvitation } from './process.ts'
export { invitationsProcess } from './worker.ts'
