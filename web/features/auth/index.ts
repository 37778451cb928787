export { Gate } from './Gate.tsx'
export { chooseWorkspace, logOut, session, type User, useSession, type Workspace } from './session.ts'
