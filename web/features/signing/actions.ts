import { z } from 'zod'
import { done, succeeded } from '#contract/envelope'
import { viewDigest } from '#domain/pack'
import { HttpOffline, HttpRefused, http, newKey } from '../../http/index.ts'
import type { PackSession } from '../../live/index.ts'
import { fileHeaders } from '../pages/index.ts'
import type { OpenedSession } from './session.ts'
import { today } from './steps.ts'

/** How an action ended: done, or why not and what to show. */
export type Finished = 'done' | 'view-changed' | 'unsaved' | { readonly message: string }

const signatoryAnswer = succeeded({ signatory: z.looseObject({ date_updated: z.string() }) })
const updatePath = (session: OpenedSession) => `/app/documents/${session.document_key}/add_update_signatory`
const SAVE_WAIT = 10_000

/** Accepts the terms that are shown, by their version. */
export function giveConsent(session: OpenedSession): Promise<Finished> {
  const path = `/app/documents/${session.document_key}/user_accepted_terms/${session.signatory_uuid}`
  return told(() => http.post(path, done, { body: { consent_version: session.consent.version }, ignoreUnauthorised: true }))
}

export async function postpone(pack: PackSession, session: OpenedSession): Promise<Finished> {
  if (!(await saved(pack))) return 'unsaved'
  return told(() =>
    http.get(`/app/documents/${session.document_key}/sign_later/${session.signatory_uuid}`, done, {
      query: { return_json: true },
      ignoreUnauthorised: true,
    }),
  )
}

/**
 * Signs: what was consented to, and the digest of exactly what this screen shows. Where the server shows something
 * else by now, nothing is signed and the answer is 'view-changed'.
 */
export async function finish(pack: PackSession, session: OpenedSession): Promise<Finished> {
  if (!(await saved(pack))) return 'unsaved'
  const key = newKey()
  const data = {
    data: { uuid: session.signatory_uuid },
    update_status_to: 'complete',
    enqueue_next_signer: true,
    consent_version: session.consent.version,
    view_digest: viewDigest(pack.view(), session.signatory_uuid),
    date: today(new Date()),
  }
  const outcome = await told(() =>
    http.post(updatePath(session), signatoryAnswer, { body: data, idempotencyKey: key, ignoreUnauthorised: true }),
  )
  if (outcome === 'view-changed') await pack.refetch()
  return outcome
}

export function decline(session: OpenedSession, reason: string): Promise<Finished> {
  const body = { data: { uuid: session.signatory_uuid }, update_status_to: 'rejected', rejection_reason: reason }
  return told(() => http.post(updatePath(session), signatoryAnswer, { body, ignoreUnauthorised: true }))
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
async function told(call: () => Promise<unknown>): Promise<Finished> {
  try {
    await call()
    return 'done'
  } catch (thrown) {
    if (thrown instanceof HttpOffline) return 'unsaved'
    if (!(thrown instanceof HttpRefused)) throw thrown
    if (thrown.code === 'view-changed') return 'view-changed'
    if (thrown.status === 401 || thrown.status === 410 || thrown.status === 404) throw thrown
    return { message: thrown.message }
  }
}

/** Saves a file that only this session may read: a link could not carry the session. */
export async function downloadFile(file: string, filename: string): Promise<void> {
  const answer = await fetch(`/app/serve/${file}`, { headers: fileHeaders() })
  if (!answer.ok) return
  const url = URL.createObjectURL(await answer.blob())
  const anchor = Object.assign(document.createElement('a'), { href: url, download: filename })
  anchor.click()
  URL.revokeObjectURL(url)
}
