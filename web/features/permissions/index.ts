export { GROUPS, type Group, permissionsIn } from './groups.ts'
