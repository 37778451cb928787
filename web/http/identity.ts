/** Who this page speaks as: goes with every call (contract HEADERS). */
export interface Identity {
  readonly crossSite: string
  /** Only while signing without an account. */
  readonly session: string | null
  readonly workspace: string | null
  readonly appVersion: string
}

let identity: Identity = { crossSite: '', session: null, workspace: null, appVersion: '' }

export const currentIdentity = (): Identity => identity
export const identify = (changed: Partial<Identity>): void => {
  identity = { ...identity, ...changed }
}
