export { PeopleScreen } from './PeopleScreen.tsx'
