export {
  comparable,
  digestOfAddress,
  emailOf,
  MOST_NAME,
  MOST_SUPPORT_MS,
  MOST_SUPPORT_REASON,
  namesOf,
  type UserCommand,
} from './decide.ts'
export { EVENTS as USER_EVENTS, keptLooks, keptPicture, type UserFact } from './events.ts'
export { USER_REFUSALS, type UserRefusalCode } from './refusals.ts'
export { type KeptSignature, type KeptValue, MOST_SIGNATURES } from './signatures.ts'
export { fullName, invitationOf, type Joined, type KnownAs, knownAs, openSupportOf, type SupportAccess, type UserState } from './state.ts'
export { streamOfUser, user, userOfStream } from './user.ts'
