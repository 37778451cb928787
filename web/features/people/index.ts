export { Management } from './Management.tsx'
export { PeopleScreen } from './PeopleScreen.tsx'
