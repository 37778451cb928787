export { INVITATIONS, type InvitationData, type InvitationPlan, invitations, keyOfInvitation, planInvitation } from './process.ts'
export { type InvitationsDeps, invitationsPart } from './worker.ts'
