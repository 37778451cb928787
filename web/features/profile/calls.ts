import { done } from '#contract/envelope'
import { type ProfileDeletion, profileDeletion } from '#contract/person-data'
import { http } from '../../http/index.ts'

export const askWhetherPossible = (): Promise<ProfileDeletion> => http.get('/app/user/profile_deletion', profileDeletion)
export const deleteProfile = (password: string) => http.post('/app/user/delete_profile', done, { data: { password } })
