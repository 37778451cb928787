import { z } from 'zod'
import { done, succeeded } from '#contract/envelope'
import { safeFileName } from '#domain/file-name'
import { type Field, type PackState, signatoryToSetUp, viewDigest } from '#domain/pack'
import { HttpOffline, HttpRefused, http, isFromProxy, newKey } from '../../http/index.ts'
import { type PackSession, refusalWords, retryDelay } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { type SignerDetails, today } from '../fields/index.ts'
import { fileHeaders } from '../pages/index.ts'
import type { Pending } from './pending.ts'
import type { OpenedSession } from './session.ts'
import { type Finished, statusUpdates } from './status-update.ts'

const signatoryAnswer = succeeded({ signatory: z.looseObject({ date_updated: z.string() }) })
const SAVE_WAIT = 10_000

/** Accepts the terms that are shown, by their version. */
export function giveConsent(session: OpenedSession): Promise<Finished> {
  const path = `/app/documents/${session.document_key}/user_accepted_terms/${session.signatory_uuid}`
  return answered(() => http.post(path, done, { body: { consent_version: session.consent.version }, ignoreUnauthorised: true }))
}

/** @param pending what else waits for this person: they are shown it, so that the answer is no page to go to */
export async function postpone(pack: PackSession, session: OpenedSession, pending: Pending): Promise<Finished> {
  if (!(await saved(pack))) return 'unsaved'
  return answered(() =>
    http.get(`/app/documents/${session.document_key}/sign_later/${session.signatory_uuid}`, done, {
      ...(pending.length > 0 ? { query: { return_json: true } } : {}),
      ignoreUnauthorised: true,
    }),
  )
}

/** Says who signs in the role that the field names; answers with why not, in words. */
export async function setUpSigner(pack: PackSession, session: OpenedSession, field: Field, details: SignerDetails): Promise<string | null> {
  const signatory = signatoryToSetUp(pack.view(), field)
  if (!signatory) return refusalWords({ refused: 'nobody-to-set-up' })
  const { name, email, mobile: mobile_number, identified } = details
  const body = { data: { uuid: signatory.uuid, name, email, mobile_number, identified } }
  const path = `/app/documents/${session.document_key}/update_signatory_details`
  const outcome = await answered(() => http.post(path, signatoryAnswer, { body, idempotencyKey: newKey(), ignoreUnauthorised: true }))
  if (outcome === 'done') {
    await pack.refetch()
    return null
  }
  return typeof outcome === 'object' ? outcome.message : wordsOf('signing')('not_set_up')
}

/** The two ways to end: one at a time, each safe to press again. */
export interface Endings {
  /**
   * Signs: the consent, and the digest of exactly what the signer has looked at. Where something else is
   * shown by now, here or at the server, nothing is signed and the answer is 'view-changed'.
   */
  finish(seen: PackState): Promise<Finished>
  decline(reason: string): Promise<Finished>
  /** One document of several. */
  rejectDocument(document: string, reason: string): Promise<Finished>
}

export function endings(pack: PackSession, session: OpenedSession): Endings {
  const update = statusUpdates<object>({
    newKey,
    beforeRetry: (count) => new Promise((resolve) => setTimeout(resolve, retryDelay('signatory', count))),
    async send(body, idempotencyKey) {
      const path = `/app/documents/${session.document_key}/add_update_signatory`
      const outcome = await answered(() => http.post(path, signatoryAnswer, { body, idempotencyKey, retries: 0, ignoreUnauthorised: true }))
      return outcome === 'unsaved' ? 'unknown' : outcome
    },
  })
  const data = { uuid: session.signatory_uuid }
  return {
    async finish(seen) {
      if (!(await saved(pack))) return 'unsaved'
      const view_digest = viewDigest(seen, session.signatory_uuid)
      if (view_digest !== viewDigest(pack.view(), session.signatory_uuid)) return 'view-changed'
      const outcome = await update({
        data,
        update_status_to: 'complete',
        enqueue_next_signer: true,
        consent_version: session.consent.version,
        view_digest,
        date: today(new Date()),
        ...(session.in_person ? { signed_in_presence: true } : {}),
      })
      if (outcome === 'view-changed') await pack.refetch()
      return outcome
    },
    decline: (reason) => update({ data, update_status_to: 'rejected', rejection_reason: reason }),
    async rejectDocument(document, reason) {
      if (!(await saved(pack))) return 'unsaved'
      const path = `/app/documents/${document}/reject_child_document/${session.signatory_uuid}`
      // Said again of the same document it is done already.
      const outcome = await answered(() =>
        http.post(path, done, { body: { rejection_reason: reason }, idempotencyKey: newKey(), ignoreUnauthorised: true }),
      )
      if (outcome === 'unsaved') return { message: wordsOf('signing')('reject_failed') }
      if (outcome === 'done') await pack.refetch()
      return outcome
    },
  }
}

async function saved(pack: PackSession): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), SAVE_WAIT)
  })
  try {
    return await Promise.race([pack.flush().then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Refusals that the signer can do something about are shown; the others end the page and are thrown. */
async function answered(call: () => Promise<unknown>): Promise<Finished> {
  try {
    await call()
    return 'done'
  } catch (thrown) {
    // A server that stops in the middle, or a proxy that speaks for it, does not say what is done.
    if (thrown instanceof HttpOffline || (thrown instanceof HttpRefused && (thrown.status >= 500 || isFromProxy(thrown)))) return 'unsaved'
    if (!(thrown instanceof HttpRefused)) throw thrown
    if (thrown.code === 'view-changed') return 'view-changed'
    if (thrown.status === 401 || thrown.status === 410 || thrown.status === 404) throw thrown
    return { message: thrown.message }
  }
}

/** Saves a file that only this session may read: a link could not carry the session. Answers whether it came. */
export async function downloadFile(path: string, filename: string): Promise<boolean> {
  const answer = await fetch(path, { headers: fileHeaders() }).catch(() => null)
  if (!answer?.ok) return false
  const url = URL.createObjectURL(await answer.blob())
  const anchor = Object.assign(document.createElement('a'), { href: url, download: safeFileName(filename) })
  anchor.click()
  // Browsers read it after the click; later nobody does.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}
