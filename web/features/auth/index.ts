export { leaveDocument } from './ended.ts'
export { Gate } from './Gate.tsx'
export { type Me, meOf } from './me.ts'
export {
  beginSupport,
  checkSession,
  chooseWorkspace,
  endSupport,
  enterWorkspace,
  followIntoWorkspace,
  handOver,
  LOGIN_ENDED,
  logOut,
  logOutOfClosed,
  renewWorkspaces,
  type SupportShown,
  session,
  type User,
  useMay,
  useSession,
  type Workspace,
} from './session.ts'
