import { type ApplicationRow, applicationAnswer, applicationsAnswer } from '#contract/applications'
import { done } from '#contract/envelope'
import { http, unlessGone } from '../../http/index.ts'

export type { ApplicationRow }
/** What is changed of one; what is left out stays. */
export interface ApplicationChange {
  readonly name?: string
  readonly permissions?: readonly string[]
}
const AT = '/app/applications/'

export const fetchApplications = async (): Promise<readonly ApplicationRow[]> => (await http.get(AT, applicationsAnswer)).applications
export const createApplication = async (name: string) => (await http.post(AT, applicationAnswer, { data: { name } })).application
export const changeApplication = async (key: string, data: ApplicationChange) =>
  (await http.put(AT + key, applicationAnswer, { data, quiet: true })).application
export const refreshSecret = async (key: string) =>
  (await http.put(AT + key, applicationAnswer, { data: {}, query: { refresh_secret: true } })).application
export const deleteApplication = (key: string) => http.del(AT + key, done).catch(unlessGone)
