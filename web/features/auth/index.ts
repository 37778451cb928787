export { backToList, leaveDocument } from './ended.ts'
export { Gate } from './Gate.tsx'
export {
  checkSession,
  chooseWorkspace,
  enterWorkspace,
  handOver,
  logOut,
  session,
  type User,
  useSession,
  type Workspace,
} from './session.ts'
