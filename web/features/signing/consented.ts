import { HttpOffline } from '../../http/index.ts'

/**
 * The part of the page that only those who have consented need. Others get the question sooner for it.
 *
 * @throws HttpOffline where it cannot be had; only loading the page again can try again
 */
export const loadConsented = () =>
  import('./Consented.tsx').catch(() => {
    throw new HttpOffline()
  })
