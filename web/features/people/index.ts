export { Management } from './Management.tsx'
export { OwnRights } from './MemberRights.tsx'
export { PeopleScreen } from './PeopleScreen.tsx'
