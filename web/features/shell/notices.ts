import type { Trouble } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { MESSAGE_SECONDS, type MessageKind, NEW_VERSION_SECONDS } from '../../ui/index.ts'

/** Specification file 3, section 9. */
export const RELOAD_AFTER_401_MS = 5000
const UNTIL_BACK_ONLINE = 24 * 60 * 60
const BACK_ONLINE_SECONDS = 5

export interface Notice {
  readonly kind: MessageKind
  readonly text: string
  readonly seconds: number
  readonly after: 'nothing' | 'offer-refresh' | 'reload'
}
export type Reaction = Notice | { readonly leave: 'login' } | { readonly leave: 'address'; readonly to: string }

/** What the page does about a trouble (specification file 3, section 8). */
export function reactionTo(trouble: Trouble): Reaction {
  const words = wordsOf('http')
  const notice = (kind: MessageKind, text: string, seconds = MESSAGE_SECONDS, after: Notice['after'] = 'nothing') => ({
    kind,
    text,
    seconds,
    after,
  })
  switch (trouble.kind) {
    case 'to-login':
      return { leave: 'login' }
    case 'server-error':
      return notice('danger', words('server_error'))
    case 'unauthorised':
      if (trouble.redirectUrl) return { leave: 'address', to: trouble.redirectUrl }
      return notice('danger', trouble.message || words('unauthorised'), MESSAGE_SECONDS, 'reload')
    case 'new-version':
      return notice('warning', words('updated'), NEW_VERSION_SECONDS, 'offer-refresh')
    case 'offline':
      return notice('warning', words('offline'), UNTIL_BACK_ONLINE)
    case 'online':
      return notice('success', words('back_online'), BACK_ONLINE_SECONDS)
  }
}
