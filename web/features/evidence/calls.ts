import { done } from '#contract/envelope'
import { retentionAnswer } from '#contract/retention'
import { verificationUploadAnswer, verificationUploadSuccessAnswer } from '#contract/verification'
import { http } from '../../http/index.ts'

/** Seals every document of the pack again, under the certificate that is configured now. */
export const renewSeal = (key: string) => http.post(`/app/documents/${key}/renew_seal`, done)
export const setHold = (key: string, on: boolean, reason = '') =>
  http.post(`/app/documents/${key}/legal_hold`, done, { body: { on, reason } })
export const fetchHolds = async (account: string) => (await http.get(`/app/accounts/${account}/keeping`, retentionAnswer)).holds
export const disclosuresUrl = (key: string) => `/app/evidence/${key}/disclosures`
export const fieldDataUrl = (key: string) => `/documents/${key}/get_csv_file`

export const verificationUpload = (document: string, signal: AbortSignal) =>
  http.get('/app/get_verification_upload_url', verificationUploadAnswer, { query: { document_key: document }, retries: 0, signal })
export const verificationUploaded = (document: string, file: string, signal: AbortSignal) =>
  http.post('/app/document_verification_upload_success', verificationUploadSuccessAnswer, {
    body: { document_key: document, file_key: file },
    signal,
    // The file is not kept: asked again, nothing would be found that was checked.
    retries: 0,
  })
