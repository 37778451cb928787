import { documentSavedAnswer, excludedAnswer, signatorySavedAnswer } from '#contract/documents'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'
import { fetchWholeView } from '../../live/index.ts'

export const fetchView = (key: string, first = true) => fetchWholeView(key, { retriedByCaller: !first })
export const noteOpened = (key: string) => http.post(`/app/documents/${key}/audit_document_opened_event`, done, { quiet: true })
export const setStatus = (key: string, status: 'setup' | 'complete', revision: number) =>
  http.post(`/app/documents/${key}/update_document`, documentSavedAnswer, { data: { status, revision } })
export const retrySealing = (key: string) => http.post(`/app/documents/${key}/retry_sealing`, done)
export const resendRequest = (key: string, signatory: string) =>
  http.post(`/app/documents/${key}/resend_document_notification/${signatory}`, done)
export const excludeSigner = (key: string, uuid: string, viewing: boolean) =>
  http.post(`/app/documents/${key}/exclude_signatory`, excludedAnswer, {
    body: { data: { uuid }, excluded_signers_can_receive_viewing_notifications: viewing },
  })
export const correctAddress = (key: string, signatory: string, email: string | undefined, mobile: string | undefined) =>
  http.post(`/app/documents/${key}/update_signatory_details`, signatorySavedAnswer, {
    data: { uuid: signatory, ...(email ? { email } : {}), ...(mobile ? { mobile_number: mobile } : {}) },
  })
