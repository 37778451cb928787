export { decide as decideUser, emailOf, MOST_NAME, namesOf, type UserCommand } from './decide.ts'
export { EVENTS as USER_EVENTS, type UserFact } from './events.ts'
export { USER_REFUSALS, type UserRefusalCode } from './refusals.ts'
export { fullName, type Joined, type UserState, user } from './user.ts'
