/** How an action ended: done, or why not and what to show. 'unknown': no answer came, so it may or may not be done. */
export type Finished = 'done' | 'view-changed' | 'unsaved' | 'unknown' | { readonly message: string }

/** So often is an update sent again before the signer is asked to. */
export const MOST_RETRIES = 10

export interface UpdatePorts<Body> {
  /** One attempt; 'unknown' where no answer came. What it throws ends the page. */
  send(body: Body, idempotencyKey: string): Promise<Finished>
  newKey(): string
  /** @param count which retry this is, from 1 */
  beforeRetry(count: number): Promise<void>
}

/**
 * Sends a change of the signer's status until it is answered. While the outcome of one is unknown its body and its key
 * stay: pressing again sends the very same request, so that nobody signs twice and a signature that did arrive is found.
 */
export function statusUpdates<Body>(ports: UpdatePorts<Body>): (body: Body) => Promise<Finished> {
  let unanswered: { readonly key: string; readonly body: Body } | null = null

  async function answer(update: { readonly key: string; readonly body: Body }): Promise<Finished> {
    for (let count = 1; ; count++) {
      const outcome = await ports.send(update.body, update.key)
      if (outcome !== 'unknown' || count > MOST_RETRIES) return outcome
      await ports.beforeRetry(count)
    }
  }

  return async (body) => {
    const older = unanswered
    unanswered ??= { key: ports.newKey(), body }
    let outcome = await answer(unanswered)
    if (older && outcome !== 'unknown' && outcome !== 'done' && JSON.stringify(older.body) !== JSON.stringify(body)) {
      // The older request came to nothing: what is meant now may still be right.
      unanswered = { key: ports.newKey(), body }
      outcome = await answer(unanswered)
    }
    if (outcome !== 'unknown') unanswered = null
    return outcome
  }
}
