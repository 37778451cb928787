import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import { onTrouble, type Trouble } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { LOGIN_ENDED, session } from '../auth/index.ts'
import { RELOAD_AFTER_401_MS, reactionTo } from './notices.ts'

let offline = false
let reloading = false

/** Many calls fail when the connection drops: one message says it, until the connection is back. */
function isNews(trouble: Trouble): boolean {
  if (trouble.kind !== 'offline' && trouble.kind !== 'online') return true
  const was = offline
  offline = trouble.kind === 'offline'
  return was !== offline
}

/** Unless the page is at the login before, where somebody types by then. */
function reloadSoon(): void {
  if (reloading || session.phase === 'logged-out') return
  reloading = true
  const timer = setTimeout(() => location.reload(), RELOAD_AFTER_401_MS)
  const stop = subscribeKey(session, 'phase', (phase) => {
    if (phase !== 'logged-out') return
    stop()
    clearTimeout(timer)
    reloading = false
  })
}

function react(trouble: Trouble): void {
  if (!isNews(trouble)) return
  const reaction = reactionTo(trouble)
  if ('leave' in reaction) {
    if (reaction.leave === 'address') location.assign(reaction.to)
    else session.phase = 'logged-out'
    return
  }
  if (trouble.kind === 'online') say.hide('offline')
  const { kind, text, seconds, after } = reaction
  const refresh = { label: wordsOf('http')('refresh'), run: () => location.reload() }
  const id = trouble.kind === 'unauthorised' ? LOGIN_ENDED : trouble.kind
  say[kind](text, seconds, { id, ...(after === 'offer-refresh' ? { action: refresh } : {}) })
  if (after === 'reload') reloadSoon()
}

/** Does what concerns the whole page, wherever it happened. */
export function useTroubles(): void {
  useEffect(() => onTrouble(react), [])
}
