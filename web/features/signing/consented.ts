import { HttpOffline } from '../../http/index.ts'

/**
 * The part of the page that only those who have consented need. Whoever is still asked has the question sooner for it.
 *
 * @throws HttpOffline where it cannot be had; only a page that is opened anew can try again
 */
export const loadConsented = () =>
  import('./Consented.tsx').catch(() => {
    throw new HttpOffline()
  })
