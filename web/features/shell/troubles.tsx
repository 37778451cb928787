import { useEffect } from 'react'
import { onTrouble, type Trouble } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { NEW_VERSION_SECONDS, say } from '../../ui/index.ts'
import { session } from '../auth/index.ts'

/** Specification file 3, section 9. */
export const RELOAD_AFTER_401_MS = 5000
const UNTIL_BACK_ONLINE = 24 * 60 * 60

let offline = false
let reloading = false

function toLogin(): void {
  session.phase = 'logged-out'
}

function show(trouble: Trouble): void {
  const words = wordsOf('http')
  switch (trouble.kind) {
    case 'to-login':
      toLogin()
      return
    case 'server-error':
      say.danger(words('server_error'), undefined, { id: 'server-error' })
      return
    case 'unauthorised':
      if (trouble.redirectUrl) {
        location.assign(trouble.redirectUrl)
        return
      }
      say.danger(trouble.message ?? words('unauthorised'), undefined, { id: 'unauthorised' })
      if (!reloading) setTimeout(() => location.reload(), RELOAD_AFTER_401_MS)
      reloading = true
      return
    case 'new-version':
      say.warning(words('updated'), NEW_VERSION_SECONDS, {
        id: 'new-version',
        action: { label: words('refresh'), run: () => location.reload() },
      })
      return
    case 'offline':
      if (!offline) say.warning(words('offline'), UNTIL_BACK_ONLINE, { id: 'offline' })
      offline = true
      return
    case 'online':
      if (offline) {
        say.hide('offline')
        say.success(words('back_online'), 5, { id: 'online' })
      }
      offline = false
  }
}

/** Shows what concerns the whole page (specification file 3, section 8), wherever it happened. */
export function useTroubles(): void {
  useEffect(() => onTrouble(show), [])
}
