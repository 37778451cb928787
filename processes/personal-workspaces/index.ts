export { personalWorkspacesProcess } from './personal-workspaces.ts'
