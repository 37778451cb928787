import { digestOfAddress } from '#domain/user'
import type { User } from './session.ts'

/** By what somebody is named where signatures are asked for: as a member who was chosen, or by their address, which may have been typed. */
export interface Me {
  readonly user: string
  readonly address: string
}

const NOBODY: Me = { user: '', address: '' }
let last: { readonly of: Pick<User, 'key' | 'email_address'>; readonly me: Me } | null = null

export function meOf(user: Pick<User, 'key' | 'email_address'> | null): Me {
  if (!user) return NOBODY
  if (last?.of.key !== user.key || last.of.email_address !== user.email_address) {
    const { key, email_address } = user
    last = { of: { key, email_address }, me: { user: key, address: digestOfAddress(email_address) } }
  }
  return last.me
}
