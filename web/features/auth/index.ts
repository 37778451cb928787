export { leaveDocument } from './ended.ts'
export { Gate } from './Gate.tsx'
export {
  checkSession,
  chooseWorkspace,
  enterWorkspace,
  handOver,
  LOGIN_ENDED,
  logOut,
  session,
  type User,
  useSession,
  type Workspace,
} from './session.ts'
