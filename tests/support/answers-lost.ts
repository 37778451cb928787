import { HEADERS } from '#contract/envelope'

/**
 * With ANSWERS_LOST every call, carried out or refused, is sent twice under one key, and only the second answer is read: as
 * when the first was lost on its way and the client sent it again, as docs/integrating.md says it may. Whatever passes
 * with every answer received passes so.
 */
const DONE = Symbol.for('answers lost')
// Once a process: files of tests that share one run this each.
if (process.env.ANSWERS_LOST && !(DONE in globalThis)) {
  Object.assign(globalThis, { [DONE]: true })
  globalThis.fetch = losingFirstAnswers(globalThis.fetch)
}

const ANSWERED_ONCE = [
  // What ends the session that it is asked in.
  /^DELETE \/app\/session$/,
  /^POST \/app\/session\/(hand_over|take_back)$/,
  /^(POST|DELETE) \/app\/support_access/,
  /^POST \/app\/user\/delete_profile$/,
  /^POST \/app\/accounts\/[^/]+\/delete_profile$/,
  // What is no longer there to be asked about.
  /^DELETE \/app\/user\/sessions\/[^/]+$/,
  /^DELETE \/app\/document_actions\/[^/]+\/permanently_delete_document$/,
  /^GET \/app\/documents\/[^/]+\/delete_document$/,
  // A file that is checked and not kept.
  /^POST \/app\/document_verification_upload_success$/,
  // What is counted each time: a link that was read, a download that is prepared.
  /^POST \/app\/outbox\/[^/]+\/reveal$/,
  // Each is a mail of its own.
  /^POST \/app\/password_resets$/,
  /^GET \/app\/documents\/[^/]+\/generate_temp_document_download$/,
  /^GET \/app\/bulk_send\/[^/]+\/generate_temp_csv$/,
]

function losingFirstAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isOurs = /^(127\.0\.0\.1|localhost)$/.test(url.hostname) && url.pathname.startsWith('/app/')
    const asked = `${init.method ?? 'GET'} ${url.pathname}`
    if (!isOurs || input instanceof Request || ANSWERED_ONCE.some((once) => once.test(asked))) return fetch(input, init)
    const headers = new Headers(init.headers)
    if (!headers.get(HEADERS.idempotencyKey)) headers.set(HEADERS.idempotencyKey, crypto.randomUUID())
    const again = { ...init, headers }
    const first = await fetch(url, again)
    // What a test lets go wrong goes wrong once.
    if (first.status >= 500) return first
    await first.arrayBuffer()
    return fetch(url, again)
  }
}
