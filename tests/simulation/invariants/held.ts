import { isDeepStrictEqual } from 'node:util'
import type { Held } from '../final-audit.ts'
import type { Folded, Say } from './folded.ts'

/** Whatever a server has in memory: it tells what the log says, as far as that can be read now. */
export function checkHeld(held: readonly Held[], { state, revision, recorded }: Folded, say: Say): void {
  for (const { server, tells } of held) {
    if (!tells) say(`${server} says nothing of it`)
    else if (tells.revision !== revision) say(`${server} holds it as of revision ${tells.revision} of ${revision}`)
    else if (!isDeepStrictEqual(tells.state, state)) say(`${server} holds something else than the log says`)
    else if (!isDeepStrictEqual(tells.history, recorded)) say(`${server} tells another history than the log`)
  }
}
