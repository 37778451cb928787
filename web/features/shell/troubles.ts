import { useEffect } from 'react'
import { onTrouble, type Trouble } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { session } from '../auth/index.ts'
import { RELOAD_AFTER_401_MS, reactionTo } from './notices.ts'

let offline = false
let reloading = false

/** Calls fail in droves when the line drops: one message says it, until the line is back. */
function isNews(trouble: Trouble): boolean {
  if (trouble.kind !== 'offline' && trouble.kind !== 'online') return true
  const was = offline
  offline = trouble.kind === 'offline'
  return was !== offline
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
  say[kind](text, seconds, { id: trouble.kind, ...(after === 'offer-refresh' ? { action: refresh } : {}) })
  if (after === 'reload' && !reloading) {
    reloading = true
    setTimeout(() => location.reload(), RELOAD_AFTER_401_MS)
  }
}

/** Does what concerns the whole page, wherever it happened. */
export function useTroubles(): void {
  useEffect(() => onTrouble(react), [])
}
