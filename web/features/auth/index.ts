export { leaveDocument } from './ended.ts'
export { Gate } from './Gate.tsx'
export { type Me, meOf } from './me.ts'
export {
  checkSession,
  chooseWorkspace,
  enterWorkspace,
  followIntoWorkspace,
  handOver,
  LOGIN_ENDED,
  logOut,
  renewWorkspaces,
  session,
  type User,
  useSession,
  type Workspace,
} from './session.ts'
