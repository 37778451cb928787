import { done } from '#contract/envelope'
import { endedSessionsAnswer, type OwnSession, ownSessionsAnswer } from '#contract/session'
import { http, unlessGone } from '../../http/index.ts'

const SESSIONS = '/app/user/sessions'

export const fetchSessions = async (quietly: boolean): Promise<readonly OwnSession[]> =>
  (await http.get(SESSIONS, ownSessionsAnswer, { quiet: quietly })).sessions
export const endSession = (key: string) => http.del(`${SESSIONS}/${key}`, done).catch(unlessGone)
export const endOtherSessions = async (): Promise<number> => (await http.post('/app/user/end_other_sessions', endedSessionsAnswer)).ended
