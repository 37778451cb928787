export { checkSession } from './checking.ts'
export { leaveDocument } from './ended.ts'
export { Gate } from './Gate.tsx'
export { type Me, meOf } from './me.ts'
export {
  beginSupport,
  endSupport,
  handOver,
  LOGIN_ENDED,
  logOut,
  type SupportShown,
  session,
  type User,
  useMay,
  useSession,
  type Workspace,
} from './session.ts'
export { chooseWorkspace, enterWorkspace, followIntoWorkspace, logOutOfClosed, renewWorkspaces } from './workspace-choice.ts'
