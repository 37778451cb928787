import type { Planted } from './planted.ts'

/** In what carries events, keys and work. */
export const PLATFORM: readonly Planted[] = [
  {
    name: 'chain computed before the retry',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['let prev = now.hash', 'let prev = ((command as any).prev ??= now.hash)']],
  },
  {
    name: 'decision computed before the retry',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['const verdict = await judge(command, warm)', 'const verdict = await ((command as any).verdict ??= judge(command, warm))']],
  },
  {
    name: 'warm state not invalidated: it is believed without a look at the end of the stream',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['if (looked) return verdict as Outcome<S, E, C>', 'return verdict as Outcome<S, E, C>']],
  },
  {
    name: 'warm state not invalidated: what has grown elsewhere is not looked for',
    file: 'shared/platform/command-handler/stream-heads.ts',
    changes: [['mark >= floor && (tips.get(stream)?.revision ?? -1) <= revision,', 'stream !== "" || mark + revision > 0,']],
  },
  {
    name: 'a request that comes again is answered with a part of what it led to',
    file: 'shared/platform/command-handler/warm.ts',
    changes: [['first: keys.get(id)?.first ?? revision,', 'first: revision,']],
  },
  {
    name: 'a look under way serves whoever asks later: what was acknowledged meanwhile is not seen',
    file: 'shared/platform/command-handler/stream-heads.ts',
    changes: [['if (running && (gathering || begun > since)) return running', 'if (running) return running']],
  },
  {
    name: 'what a destroyed key sealed is remembered, and told with the history',
    file: 'shared/platform/event-codec/remembered.ts',
    changes: [['for (const entry of opened.values()) if (stream === null || entry.stored.stream === stream) drop(entry)', '']],
  },
  {
    name: 'what somebody asked who has given up since is done all the same',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['    if (command.origin.isWaitedFor?.() === false) throw new RequestAbandoned()\n', '']],
  },
  {
    name: 'door: a session that another process ended is believed for a minute',
    file: 'shared/platform/sessions/found.ts',
    changes: [['const LONGEST_MS = 1_000', 'const LONGEST_MS = 60_000']],
  },
]
